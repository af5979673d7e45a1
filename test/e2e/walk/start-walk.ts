import { createLauncher, type Driver } from '#test/e2e/driver.ts';
import { patient } from '#test/e2e/sections/section.ts';
import { Surroundings } from './surroundings.ts';
import { Walker } from './walker.ts';

/**
 * Culvert, signed in to two services with a little of everything; the first account is open.
 *
 * @param atEnd is given what ends all of it
 */
export async function startWalk(atEnd: (end: () => Promise<void>) => void): Promise<{
  readonly culvert: Driver;
  readonly around: Surroundings;
  readonly walker: Walker;
}> {
  const around = await Surroundings.open();
  const launcher = await createLauncher();
  atEnd(async () => {
    await launcher.close();
    await around.close();
  });
  const { profile, environment: env, places } = around;
  const culvert = await launcher.launch({ profile, env });
  const page = await culvert.page();
  await page.getByLabel('Service address').waitFor(patient);
  for (const { service } of places.toReversed()) {
    const input = JSON.stringify({ service: service.url, key: service.key });
    await page.evaluate(`void culvert.call('session.signIn', ${input})`);
    await culvert.confirm();
    // Until every list was read once, its rows may move: part of them must not pass for all.
    await page.getByText(/^Updated/).waitFor(patient);
  }
  return { culvert, around, walker: await Walker.begin(culvert, around) };
}

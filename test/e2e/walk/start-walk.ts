import { createLauncher, type Driver } from '#test/e2e/driver.ts';
import { Surroundings } from './surroundings.ts';
import { Walker } from './walker.ts';
import { patient } from '#test/patient.ts';

/** Starts Culvert, signed in to two services with demo data; the first account is open. */
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
    // Until every list was read once, rows are missing and may move.
    await page.getByText(/^Updated/).waitFor(patient);
  }
  return { culvert, around, walker: await Walker.begin(culvert, around) };
}

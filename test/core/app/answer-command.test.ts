import { expect, it } from 'vitest';
import type { CommandReply } from '#contract/command-line.ts';
import { serve, run, newMachine, rowsOf, signedIn } from '#test/core/harness.ts';

it('a date out of range costs itself alone in the list of the command line', async () => {
  const service = await serve();
  const { configs } = service.control.account();
  const [far, past, other] = configs;
  if (far === undefined || past === undefined || other === undefined) throw new Error('Too few.');
  far.expires_at = Number.MAX_SAFE_INTEGER;
  past.expires_at = -Number.MAX_SAFE_INTEGER;
  const core = await run(newMachine());
  await core.signIn(service);

  const reply = await core.app.answerCommand({ kind: 'list' });
  const listed = reply.status === 'listed' ? reply.connections : [];
  expect(listed).toHaveLength((await rowsOf(core)).length);
  const expiresOf = (title: string | null) => listed.find((row) => row.title === title)?.expires;
  expect(expiresOf(far.title)).toBeNull();
  expect(expiresOf(past.title)).toBeNull();
  expect(expiresOf(other.title)).toBe(new Date(other.expires_at * 1000).toISOString());
});

it('the traffic of a paid option is a fact of its connections, over a restart too', async () => {
  const service = await serve();
  const [option] = service.control.account().paid_options;
  if (option === undefined) throw new Error('The demo account has no option.');
  option.used_traffic_bytes = option.traffic_limit_bytes || 1;
  option.traffic_limit_bytes = option.used_traffic_bytes;
  const machine = newMachine();
  const core = await run(machine);
  await core.signIn(service);
  const paid = async (of: typeof core) =>
    (await rowsOf(of)).find(({ source }) => source === 'paid');
  // Also what main reads by itself, which the window does not watch.
  const id = 'paidOptions.subscription';
  const input = { path: { id: option.option_id } };
  await core.ask('cache.read', { id, input });
  await expect
    .poll(async () => (await paid(core))?.option)
    .toMatchObject({ usedBytes: option.used_traffic_bytes });
  await core.stop();
  const again = await run(machine);
  expect((await paid(again))?.option).toMatchObject({ usedBytes: option.used_traffic_bytes });
});

it('the command line waits for the account that a starting Culvert is about to open', async () => {
  const { machine, running: first } = await signedIn();
  const count = (await rowsOf(first)).length;
  await first.stop();

  let reply: Promise<CommandReply> | undefined;
  await run(machine, undefined, {}, (app) => {
    reply = app.answerCommand({ kind: 'list' });
  });
  expect(await reply).toMatchObject({ status: 'listed', connections: { length: count } });
});

it('the command line is told that a starting Culvert opens no account', async () => {
  let reply: Promise<CommandReply> | undefined;
  await run(newMachine(), undefined, {}, (app) => {
    reply = app.answerCommand({ kind: 'copy', text: 'home' });
  });
  expect(await reply).toEqual({ status: 'closed' });
});

import { expect, it } from 'vitest';
import { coreOfATest, newMachine, rowsOf } from './harness.ts';

const { serve, run } = coreOfATest();

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

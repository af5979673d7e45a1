import { expect, describe, it, onTestFinished } from 'vitest';
import { api, type EndpointId, type PurchaseEndpoint } from '#contract/api/index.ts';
import { ipc, type CommandName } from '#contract/ipc.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import type { Result } from '#contract/failure.ts';
import { createSystemClock } from '#adapters/system-clock.ts';
import { serve, run, newMachine, rowsOf } from '#test/core/harness.ts';
import { validInput } from '#test/service/valid-input.ts';
import { apiKeyNames, guardedState } from './account-state.ts';
import { readCallTable } from './call-table.ts';
import { startSink } from './sink.ts';
import { worstInputs, type Target } from './worst-inputs.ts';

const table = readCallTable();

/** Waits of the rate limiter pass this much faster. */
const hurry = 100;

function fastClock() {
  const clock = createSystemClock();
  return {
    monotonic: () => clock.monotonic() * hurry,
    after: (ms: number, then: () => void) => clock.after(ms / hurry, then),
  };
}

/** What a page of its own making has main do, before a user who started nothing and refuses. */
async function takeOver(options: { signedIn: boolean }) {
  const service = await serve({ limits: 'off' });
  const sink = await startSink();
  onTestFinished(async () => {
    await sink.close();
  });
  const machine = newMachine();
  const running = await run(machine, undefined, fastClock());
  let [entry, unseen, link] = ['none', 'none', 'none'];
  let connection = 'config:1';
  // The longest time: this clock is fast.
  await running.ask('settings.set', { lockMinutes: 60 });
  if (options.signedIn) {
    await running.signIn(service);
    connection = (await rowsOf(running))[0]?.key ?? connection;
    entry = await submit('apiKeys.create', { body: { name: 'Laptop' } });
    unseen = await submit('xray.createKeys', {});
    link = await submit('balance.topup', { body: { amount: 500, payment_method_id: 1 } });
  }
  const { account } = await running.ask('session.get', {});
  const target: Target = {
    sink,
    connection,
    entry,
    unseen,
    link,
    account: account?.id ?? 'none',
  };
  const [newKey = service.key] = options.signedIn ? [await keyOf(entry)] : [];
  const { consentDialog: user } = machine;
  user.agrees = false;

  /** What the user has done before: answers the journal's entry. */
  async function submit(endpoint: PurchaseEndpoint, input: unknown): Promise<string> {
    const word = { ticket: `a form for ${endpoint}`, endpoint, input };
    return (await running.ask('purchases.submit', word)).entry.id;
  }

  /** The secret of the new key, which the user alone has seen. */
  async function keyOf(id: string): Promise<string> {
    await running.ask('purchases.showKey', { id, secret: 'api-key' });
    return machine.consentDialog.keys.at(-1) ?? '';
  }

  return {
    service,
    sink,
    target,
    /** Calls like the page; returns whether main asked the user, or would have asked again. */
    async call(name: string, input: unknown): Promise<boolean> {
      const before = user.questions.length + user.keys.length;
      const answer: Result<unknown> = await running.app.call(name, input);
      const text = JSON.stringify(answer);
      expect(text.includes(service.key) || text.includes(newKey)).toBe(false);
      // A user who refused often is left alone: main would have asked.
      const isLeftAlone = !answer.ok && answer.failure.reason === 'refused-often';
      const prompted = isLeftAlone || user.questions.length + user.keys.length > before;
      if (prompted) {
        const isRefused = !answer.ok && answer.failure.kind === 'declined';
        const isShown = answer.ok && name === 'purchases.showKey';
        expect([name, isRefused || isShown]).toEqual([name, true]);
      }
      const isTooOften = !answer.ok && answer.failure.reason === 'refused-often';
      return prompted || isTooOften;
    },
  };
}

/** The worst input for an endpoint that the demo account allows. */
function inputOf(id: EndpointId, service: Awaited<ReturnType<typeof serve>>): unknown {
  const input = validInput(id, service.control);
  return id === 'paidOptions.setAutoRenewal'
    ? { ...input, body: { enabled: true, days: 30 } }
    : input;
}

/** Every endpoint that the window can have sent and that changes something. */
const changing = Object.values(api).filter(
  ({ exposure, effect }: Endpoint) =>
    exposure === 'journal' || (exposure === 'window' && effect !== 'read'),
);

describe('a page that was taken over', () => {
  it('finds every command, and every endpoint by which it changes something, in the table', () => {
    const calls = [...Object.keys(ipc.commands), ...changing.map(({ id }) => id)];
    expect([...table.keys()].toSorted()).toEqual(calls.toSorted());
  });

  it.each([
    ['while an account is open', true],
    ['while nobody is signed in', false],
  ])('gets no money, no key and no other host by any command: %s', async (_, signedIn) => {
    const page = await takeOver({ signedIn });
    const before = signedIn ? guardedState(page.service) : undefined;
    const keys = apiKeyNames(page.service);
    const asked: Record<string, boolean> = {};
    const stated: Record<string, boolean | undefined> = {};
    for (const name of Object.keys(worstInputs) as CommandName[]) {
      stated[name] = table.get(name)?.[signedIn ? 'signedIn' : 'signedOut'];
      asked[name] = await page.call(name, worstInputs[name](page.target));
    }
    expect(asked).toEqual(stated);
    if (signedIn) expect(guardedState(page.service)).toEqual(before);
    expect(apiKeyNames(page.service)).toEqual(keys);
    expect(page.sink.connections()).toBe(0);
  });

  it('gets no money, no key and no other host by any endpoint', async () => {
    const page = await takeOver({ signedIn: true });
    const before = guardedState(page.service);
    const keys = apiKeyNames(page.service);
    const inputs = new Map(changing.map(({ id }) => [id, inputOf(id, page.service)]));
    const asked: Record<string, boolean> = {};
    const stated: Record<string, boolean | undefined> = {};
    // First what main asks about: what is deleted takes things along that it would be about.
    const inOrder = changing.toSorted(
      (one, other) => Number(table.get(other.id)?.signedIn) - Number(table.get(one.id)?.signedIn),
    );
    for (const { id, exposure } of inOrder) {
      const input = inputs.get(id);
      stated[id] = table.get(id)?.signedIn;
      asked[id] =
        exposure === 'journal'
          ? await page.call('purchases.submit', {
              ticket: `a form of the page for ${id}`,
              endpoint: id,
              input,
            })
          : await page.call(id, input);
      if (stated[id] === true) expect(guardedState(page.service)).toEqual(before);
    }
    expect(asked).toEqual(stated);
    const { balance, referral, withdrawals, subscriptionKey } = guardedState(page.service);
    expect({ balance, referral, withdrawals, subscriptionKey }).toEqual({
      balance: before.balance,
      referral: before.referral,
      withdrawals: before.withdrawals,
      subscriptionKey: before.subscriptionKey,
    });
    for (const name of apiKeyNames(page.service)) expect(keys).toContain(name);
    expect(page.sink.connections()).toBe(0);
  });
});

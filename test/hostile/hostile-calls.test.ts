import { expect, describe, it, onTestFinished } from 'vitest';
import { api, type EndpointId } from '#contract/api/index.ts';
import { ipc, type CommandName } from '#contract/ipc.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import type { Result } from '#contract/failure.ts';
import { createSystemClock } from '#adapters/system-clock.ts';
import { coreOfATest, newMachine, rowsOf } from '#test/core/harness.ts';
import { validInput } from '#test/service/valid-input.ts';
import { apiKeyNames, guardedState } from './account-state.ts';
import { commandDecisions, endpointDecisions, type Decision, type Target } from './decisions.ts';
import { startSink } from './sink.ts';

const { serve, run } = coreOfATest();

/** Waits of the rate limiter pass this much faster. */
const hurry = 100;

/** A clock whose seconds pass in no time. */
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
  let entry = 'none';
  let connection = 'config:1';
  if (options.signedIn) {
    await running.signIn(service);
    connection = (await rowsOf(running))[0]?.key ?? connection;
    const word = {
      ticket: 'a form of the user',
      endpoint: 'apiKeys.create' as const,
      input: { body: { name: 'Laptop' } },
    };
    entry = (await running.ask('purchases.submit', word)).entry.id;
  }
  const { account } = await running.ask('session.get', {});
  const target: Target = { sink, connection, entry, account: account?.id ?? 'none' };
  const [newKey = service.key] = options.signedIn ? [await keyOf(entry)] : [];
  const { consentDialog: user } = machine;
  user.agrees = false;

  /** The secret of the new key, which the user alone has seen. */
  async function keyOf(id: string): Promise<string> {
    await running.ask('purchases.showKey', { id, secret: 'api-key' });
    return machine.consentDialog.keys.at(-1) ?? '';
  }

  return {
    service,
    sink,
    target,
    /** Calls as the page does; answers what main made of it. */
    async call(name: string, input: unknown): Promise<Decision> {
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
      return prompted ? 'asks' : 'allowed';
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

describe('a page that was taken over', () => {
  it('finds a decision about every command and every endpoint that it can call', () => {
    expect(Object.keys(commandDecisions).toSorted()).toEqual(Object.keys(ipc.commands).toSorted());
    const callable = Object.values(api)
      .filter((each: Endpoint) => each.exposure === 'journal' || each.exposure === 'window')
      .filter((each: Endpoint) => each.exposure === 'journal' || each.effect !== 'read');
    expect(Object.keys(endpointDecisions).toSorted()).toEqual(
      callable.map(({ id }) => id).toSorted(),
    );
  });

  it.each([
    ['while an account is open', true],
    ['while nobody is signed in', false],
  ])('gets no money, no key and no other host by any command: %s', async (_, signedIn) => {
    const page = await takeOver({ signedIn });
    const before = signedIn ? guardedState(page.service) : undefined;
    const keys = apiKeyNames(page.service);
    const decisions: Record<string, Decision> = {};
    const expected: Record<string, Decision> = {};
    for (const name of Object.keys(commandDecisions) as CommandName[]) {
      const { decision, signedOut, input } = commandDecisions[name];
      expected[name] = signedIn ? decision : (signedOut ?? decision);
      decisions[name] = await page.call(name, input(page.target));
    }
    expect(decisions).toEqual(expected);
    if (signedIn) expect(guardedState(page.service)).toEqual(before);
    expect(apiKeyNames(page.service)).toEqual(keys);
    expect(page.sink.connections()).toBe(0);
  });

  it('gets no money, no key and no other host by any endpoint', async () => {
    const page = await takeOver({ signedIn: true });
    const before = guardedState(page.service);
    const keys = apiKeyNames(page.service);
    const ids = Object.keys(endpointDecisions) as (keyof typeof endpointDecisions)[];
    const inputs = new Map(ids.map((id) => [id, inputOf(id, page.service)]));
    const decisions: Record<string, Decision> = {};
    for (const id of ids) {
      const input = inputs.get(id);
      const ticket = `a form for ${id}`;
      decisions[id] =
        api[id].exposure === 'journal'
          ? await page.call('purchases.submit', { ticket, endpoint: id, input })
          : await page.call(id, input);
      // Compared at once: what is removed later takes things along.
      if (endpointDecisions[id] === 'asks') expect(guardedState(page.service)).toEqual(before);
    }
    expect(decisions).toEqual(endpointDecisions);
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

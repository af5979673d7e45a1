import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CommandName } from '#contract/ipc.ts';
import type { Result } from '#contract/failure.ts';
import { startService, type RunningService } from '#service/service.ts';
import { startKeychain, type Keychain } from '#test/adapters/keychain/keychain.ts';
import { apiKeyNames, guardedState } from '#test/hostile/account-state.ts';
import { commandDecisions, type Decision, type Target } from '#test/hostile/decisions.ts';
import { startSink, type Sink } from '#test/hostile/sink.ts';
import { createLauncher, type Driver, type Launcher } from './driver.ts';
import { patient } from './sections/section.ts';

let keychain: Keychain;
let launcher: Launcher;
let service: RunningService;
let sink: Sink;
let culvert: Driver;

beforeAll(async () => {
  keychain = await startKeychain();
  service = await startService({ limits: 'off' });
  sink = await startSink();
  launcher = await createLauncher();
  culvert = await launcher.launch({ env: keychain.env });
  await (await culvert.page()).getByLabel('Service address').waitFor(patient);
}, 120_000);
afterAll(async () => {
  await launcher.close();
  await service.close();
  await sink.close();
  await keychain.stop();
});

/** A script in the window calls main; the user, who started nothing, refuses every question. */
async function attack(name: string, input: unknown): Promise<Decision> {
  const page = await culvert.page();
  const state = { over: false };
  const call = `culvert.call(${JSON.stringify(name)}, ${JSON.stringify(input)})`;
  const done = () => {
    state.over = true;
  };
  const answer = page.evaluate<Result<unknown>>(call);
  answer.then(done, done);
  let decision: Decision = 'allowed';
  while (!state.over) {
    if (await culvert.isAsking()) {
      decision = 'asks';
      await culvert.refuse();
    }
    await pause(10);
  }
  const text = JSON.stringify(await answer);
  expect(text.includes(service.key.slice(13))).toBe(false);
  return decision;
}

async function attackByAll(target: Target, signedIn: boolean): Promise<void> {
  const decisions: Record<string, Decision> = {};
  const expected: Record<string, Decision> = {};
  for (const name of Object.keys(commandDecisions) as CommandName[]) {
    // There is no new key here to be shown.
    if (name === 'purchases.showKey') continue;
    const { decision, signedOut, input } = commandDecisions[name];
    expected[name] = signedIn ? decision : (signedOut ?? decision);
    decisions[name] = await attack(name, input(target));
  }
  expect(decisions).toEqual(expected);
}

describe('a window that was taken over', () => {
  it('reaches no host of its own before anyone signed in', async () => {
    await attackByAll({ sink, connection: 'config:1', entry: 'none', account: 'none' }, false);
    expect(sink.connections()).toBe(0);
  });

  it('spends nothing, gets no key and reaches no host of its own while an account is open', async () => {
    const page = await culvert.page();
    await page.getByLabel('Service address').fill(service.url);
    await page.getByLabel('API key', { exact: true }).fill(service.key);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await culvert.confirm();
    await page.getByRole('row').first().waitFor(patient);
    const before = guardedState(service);
    const keys = apiKeyNames(service);
    const [config] = service.control.account().configs;
    const connection = `config:${String(config?.id)}`;
    await attackByAll({ sink, connection, entry: 'none', account: 'none' }, true);

    const buy = (endpoint: string, input: unknown) =>
      attack('purchases.submit', { ticket: crypto.randomUUID(), endpoint, input });
    const body = { location_id: 1, protocol: 'vless' };
    expect(await buy('configs.create', { body })).toBe('asks');
    expect(await buy('apiKeys.create', { body: { name: 'Stolen' } })).toBe('asks');
    expect(await buy('profile.resetSubscriptionLink', {})).toBe('asks');
    const renewal = { path: { config_id: config?.id }, body: { enabled: true, days: 30 } };
    expect(await attack('configs.setAutoRenewal', renewal)).toBe('asks');

    expect(guardedState(service)).toEqual(before);
    expect(apiKeyNames(service)).toEqual(keys);
    expect(sink.connections()).toBe(0);
  });

  it('has its calls refused while a question is open, which it cannot answer', async () => {
    const page = await culvert.page();
    const submit = (endpoint: string, input: object) =>
      page.evaluate<Result<unknown>>(
        `culvert.call('purchases.submit', ${JSON.stringify({
          ticket: crypto.randomUUID(),
          endpoint,
          input,
        })})`,
      );
    const first = submit('apiKeys.create', { body: { name: 'Stolen' } });
    expect((await culvert.question()).message).toBe('Create a new API key?');
    await page.keyboard.press('Enter');
    const card = { amount: 1000, card_number: '4242424242424242' };
    expect(await submit('referral.withdrawCard', { body: card })).toMatchObject({
      failure: { kind: 'declined', reason: 'asking' },
    });
    await culvert.refuse();
    expect(await first).toMatchObject({ failure: { kind: 'declined' } });
    expect(apiKeyNames(service)).not.toContain('Stolen');
  });
});

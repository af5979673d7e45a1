import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CommandName } from '#contract/ipc.ts';
import type { Result } from '#contract/failure.ts';
import { startService, type RunningService } from '#service/service.ts';
import { startKeychain, type Keychain } from '#test/adapters/keychain/keychain.ts';
import { apiKeyNames, guardedState } from '#test/hostile/account-state.ts';
import { readCallTable } from '#test/hostile/call-table.ts';
import { startSink, type Sink } from '#test/hostile/sink.ts';
import { worstInputs, type Target } from '#test/hostile/worst-inputs.ts';
import { signIn } from './connections-page.ts';
import { createLauncher, type Driver, type Launcher } from './driver.ts';
import { patient } from '#test/patient.ts';

let keychain: Keychain;
let launcher: Launcher;
let service: RunningService;
let sink: Sink;
let culvert: Driver;

beforeAll(async () => {
  keychain = await startKeychain();
  service = await startService({ limits: 'off' });
  // What all calls read together is within Culvert's limit of a minute then.
  Object.assign(service.control.account(), { cloud_servers: [], paid_options: [] });
  sink = await startSink();
  launcher = await createLauncher();
  culvert = await launcher.launch({ env: keychain.env });
  await (await culvert.page()).getByLabel('Service address').waitFor(patient);
});
afterAll(async () => {
  await launcher.close();
  await service.close();
  await sink.close();
  await keychain.stop();
});

/**
 * A script in the window calls main; the user, who started nothing, refuses every question. Answers
 * whether there was one, or would have been once more.
 */
async function attack(name: string, input: unknown): Promise<boolean> {
  const page = await culvert.page();
  const state = { over: false };
  const call = `culvert.call(${JSON.stringify(name)}, ${JSON.stringify(input)})`;
  const done = () => {
    state.over = true;
  };
  const answer = page.evaluate<Result<unknown>>(call);
  const ended = answer.then(done, done);
  let asked = false;
  while (!state.over) {
    if (await culvert.isAsking()) {
      asked = true;
      await culvert.refuse();
    }
    await Promise.race([ended, pause(100)]);
  }
  const result = await answer;
  expect(JSON.stringify(result).includes(service.key.slice(13))).toBe(false);
  return asked || (!result.ok && result.failure.reason === 'refused-often');
}

const call = async (name: string, input: unknown): Promise<unknown> =>
  (await culvert.page()).evaluate(
    `culvert.call(${JSON.stringify(name)}, ${JSON.stringify(input)})`,
  );

const Session = z.object({ value: z.object({ account: z.object({ id: z.string() }) }) });
const Submitted = z.object({ value: z.object({ entry: z.object({ id: z.string() }) }) });

/** What the user has done before: answers the journal's entry. */
async function submitted(endpoint: string, input: object): Promise<string> {
  const answer = await call('purchases.submit', { ticket: crypto.randomUUID(), endpoint, input });
  return Submitted.parse(answer).value.entry.id;
}

async function attackByAll(target: Target): Promise<void> {
  const table = readCallTable();
  const asked: Record<string, boolean> = {};
  const stated: Record<string, boolean | undefined> = {};
  for (const name of Object.keys(worstInputs) as CommandName[]) {
    // There is no new key here to be shown, and a locked Culvert refuses what is to come.
    if (name === 'purchases.showKey' || name === 'session.lock') continue;
    stated[name] = table.get(name)?.signedIn;
    asked[name] = await attack(name, worstInputs[name](target));
  }
  expect(asked).toEqual(stated);
}

describe('a window that was taken over', () => {
  it('has no way out but IPC, which is frozen', async () => {
    const page = await culvert.page();
    const seen = await page.evaluate(`({
      ipc: Object.keys(window.culvert).sort(),
      frozen: Object.isFrozen(window.culvert),
      leaks: ['require', 'process', 'module', 'Buffer', 'ipcRenderer', 'electron']
        .filter((name) => name in window),
    })`);
    expect(seen).toEqual({ ipc: ['call', 'listen'], frozen: true, leaks: [] });
  });

  it('receives only events of the contract', async () => {
    const page = await culvert.page();
    const listened =
      await page.evaluate(`['sync.changed', 'constructor', '__proto__', 'nothing'].map((name) => {
      try { window.culvert.listen(name, () => {}); return 'heard'; } catch (error) { return error.message; }
    })`);
    expect(listened).toEqual([
      'heard',
      'listen: no such event',
      'listen: no such event',
      'listen: no such event',
    ]);
  });

  it('stays where it is, whatever its page tries', async () => {
    const page = await culvert.page();
    const before = page.url();
    await page.evaluate(`void window.open('https://example.com/')`);
    await page.evaluate(`void (location.href = 'https://example.com/away')`);
    await page.evaluate(`(() => {
      const link = document.createElement('a');
      link.href = URL.createObjectURL(new Blob(['x']));
      link.download = 'x.txt';
      link.click();
    })()`);
    expect(page.url()).toBe(before);
    expect(await page.evaluate(`window.culvert.call('app.info', {})`)).toMatchObject({ ok: true });
  });

  it('spends nothing, gets no key and reaches no host of its own while an account is open', async () => {
    await call('settings.set', { lockMinutes: 5 });
    await signIn(culvert, service);
    const before = guardedState(service);
    const keys = apiKeyNames(service);
    const [config] = service.control.account().configs;
    const connection = `config:${String(config?.id)}`;
    const unseen = await submitted('xray.createKeys', {});
    const link = await submitted('balance.topup', { body: { amount: 500, payment_method_id: 1 } });
    const account = Session.parse(await call('session.get', {})).value.account.id;
    await attackByAll({ sink, connection, entry: 'none', unseen, link, account });

    const buy = (endpoint: string, input: unknown) =>
      attack('purchases.submit', { ticket: crypto.randomUUID(), endpoint, input });
    const body = { location_id: 1, protocol: 'vless' };
    expect(await buy('configs.create', { body })).toBe(true);
    expect(await buy('apiKeys.create', { body: { name: 'Stolen' } })).toBe(true);
    expect(await buy('profile.resetSubscriptionLink', {})).toBe(true);
    const renewal = { path: { config_id: config?.id }, body: { enabled: true, days: 30 } };
    expect(await attack('configs.setAutoRenewal', renewal)).toBe(true);

    expect(guardedState(service)).toEqual(before);
    expect(apiKeyNames(service)).toEqual(keys);
    expect(sink.connections()).toBe(0);
  });

  it('has its calls refused while a question is open, which it cannot answer', async () => {
    // After so many refusals nothing would be asked for a minute.
    await culvert.quit();
    await culvert.restart();
    const page = await culvert.page();
    await page.getByRole('row').first().waitFor(patient);
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

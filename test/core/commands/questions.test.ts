import { describe, expect, it } from 'vitest';
import { fail, ok, type Result } from '#contract/failure.ts';
import type { NetworkState, ProxyChoice } from '#contract/ipc/network.ts';
import { createCheckCommands } from '#core/commands/check-commands.ts';
import { createNetworkCommands } from '#core/commands/network-commands.ts';
import { createPurchaseCommands } from '#core/commands/purchase-commands.ts';
import { createSessionCommands } from '#core/commands/session-commands.ts';
import { createSettingsCommands } from '#core/commands/settings-commands.ts';
import { createAllowedServices } from '#core/consent/allowed-services.ts';
import { createConsent } from '#core/consent/consent.ts';
import { endpointQuestion } from '#core/consent/endpoint-question.ts';
import { createSettings } from '#core/settings.ts';
import { fakeConsentDialog, memoryFiles, recordingLog } from '#test/core/fakes.ts';

const declined = { ok: false, failure: { kind: 'declined' } };

function user() {
  const dialog = fakeConsentDialog();
  return { dialog, consent: createConsent(dialog) };
}

describe('a choice for checks', () => {
  function setUp() {
    const { dialog, consent } = user();
    const settings = createSettings(memoryFiles(), 'en', recordingLog(), () => undefined);
    const started: unknown[] = [];
    const commands = createCheckCommands({
      withAccount: ((use: (account: unknown) => unknown) =>
        use({ checks: { start: (...input: unknown[]) => ok(started.push(input)) } })) as never,
      settings,
      consent,
    });
    return { dialog, commands, settings, started };
  }
  const address = { host: 'check.example.com', port: 443 };
  const other = { host: 'other.example.com', port: 443 };
  const resolver = {
    kind: 'check-resolver',
    owner: 'Cloudflare',
    url: 'https://1.1.1.1/dns-query',
  };

  it('asks about a resolver and an address, and stores neither where the user refuses', async () => {
    const { dialog, commands, settings } = setUp();
    dialog.agrees = false;
    for (const choice of [{ checkResolver: 'cloudflare' }, { checkAddress: address }] as const)
      expect(await commands['checks.choose'](choice)).toEqual(declined);
    expect(dialog.questions).toEqual([resolver, { kind: 'check-address', ...address }]);
    expect(settings.get()).toMatchObject({ checkResolver: 'off', checkAddress: null });
  });

  it('asks about the resolver first, and about nothing else where it is refused', async () => {
    const { dialog, commands } = setUp();
    dialog.agrees = false;
    const both = { checkResolver: 'cloudflare', checkAddress: address } as const;
    await commands['checks.choose'](both);
    expect(dialog.questions).toEqual([resolver]);
    dialog.agrees = true;
    expect(await commands['checks.choose'](both)).toMatchObject({ ok: true, value: both });
    expect(dialog.questions).toHaveLength(3);
  });

  it('takes a resolver alone, where no address was chosen', async () => {
    const { dialog, commands, settings } = setUp();
    expect(await commands['checks.choose']({ checkResolver: 'cloudflare' })).toMatchObject({
      ok: true,
    });
    expect(dialog.questions).toEqual([resolver]);
    expect(settings.get()).toMatchObject({ checkResolver: 'cloudflare', checkAddress: null });
  });

  it('asks about nothing that was selected before, nor about switching off', async () => {
    const { dialog, commands, settings } = setUp();
    const both = { checkResolver: 'cloudflare', checkAddress: address } as const;
    await commands['checks.choose'](both);
    dialog.questions.length = 0;
    await commands['checks.choose'](both);
    await commands['checks.choose']({ checkResolver: 'off', checkAddress: null });
    expect(dialog.questions).toEqual([]);
    expect(settings.get()).toMatchObject({ checkResolver: 'off', checkAddress: null });
  });

  it.each([other, { ...address, port: 444 }])('asks about another address: %j', async (changed) => {
    const { dialog, commands } = setUp();
    await commands['checks.choose']({ checkAddress: address });
    dialog.questions.length = 0;
    await commands['checks.choose']({ checkAddress: changed });
    expect(dialog.questions).toEqual([{ kind: 'check-address', ...changed }]);
  });

  it('allows no check before checks were explained', async () => {
    const { commands, started } = setUp();
    const input = { keys: ['config:1'], interrupting: false };
    expect(await commands['checks.start'](input)).toEqual(declined);
    expect(started).toEqual([]);
    await commands['checks.accept']({});
    await commands['checks.start'](input);
    expect(started).toEqual([[['config:1'], false]]);
  });
});

describe('Touch ID for questions', () => {
  function setUp() {
    const { dialog, consent } = user();
    const settings = createSettings(memoryFiles(), 'en', recordingLog(), () => undefined);
    const diagnostics = { save: () => Promise.resolve(ok({ name: null })) };
    return { dialog, settings, commands: createSettingsCommands(settings, diagnostics, consent) };
  }

  it('is switched on without a question, and off with one', async () => {
    const { dialog, settings, commands } = setUp();
    await commands['settings.set']({ touchId: true });
    await commands['settings.set']({ touchId: true, theme: 'dark' });
    expect([dialog.questions, settings.get().touchId]).toEqual([[], true]);
    dialog.agrees = false;
    const off = { touchId: false, theme: 'light' } as const;
    expect(await commands['settings.set'](off)).toEqual(declined);
    expect(settings.get()).toMatchObject({ touchId: true, theme: 'dark' });
    dialog.agrees = true;
    expect(await commands['settings.set'](off)).toMatchObject({ ok: true, value: off });
    expect(dialog.questions).toEqual([{ kind: 'touch-id-off' }, { kind: 'touch-id-off' }]);
  });

  it('is not asked about by any other setting, nor where it is off already', async () => {
    const { dialog, settings, commands } = setUp();
    await commands['settings.set']({ touchId: false });
    await commands['settings.set']({ theme: 'dark' });
    expect([dialog.questions, settings.get().theme]).toEqual([[], 'dark']);
  });
});

describe('a choice for the network', () => {
  const none = { kind: 'none', host: '', port: 0, login: 'none' } as const;
  const proxy = { kind: 'socks5', host: 'proxy.example.com', port: 1080, login: 'none' } as const;
  const question = { kind: 'proxy', proxy: 'socks5', host: 'proxy.example.com', port: 1080 };

  function setUp(state: Partial<NetworkState> = {}, current?: string) {
    const { dialog, consent } = user();
    const done: unknown[] = [];
    const did = (what: unknown) => Promise.resolve(ok(done.push(what)));
    const services = createAllowedServices({
      consent,
      builtIn: 'https://api.example.com',
      current: () => current,
    });
    const commands = createNetworkCommands({
      session: {
        current: () => (current === undefined ? undefined : { service: current }),
        state: () => ({ prefill: { service: 'https://prefilled.example.com' } }),
      } as never,
      network: {
        verify: () => Promise.resolve({ proxy: none, authorities: [], changed: null, ...state }),
        setProxy: did,
        check: did,
      } as never,
      consent,
      services,
    });
    return { dialog, commands, done };
  }

  it('asks about a proxy, and stores none that the user refuses', async () => {
    const { dialog, commands, done } = setUp();
    const choice = { ...proxy, username: '', password: '' } as unknown as ProxyChoice;
    dialog.agrees = false;
    expect(await commands['network.setProxy'](choice)).toEqual(declined);
    expect([dialog.questions, done]).toEqual([[question], []]);
    dialog.agrees = true;
    await commands['network.setProxy'](choice);
    expect(done).toEqual([choice]);
  });

  it('asks nothing where no proxy is selected, or the same one again', async () => {
    const off = setUp({ proxy });
    await off.commands['network.setProxy']({ kind: 'none' });
    const same = setUp({ proxy });
    await same.commands['network.setProxy'](proxy);
    expect([off.dialog.questions, same.dialog.questions]).toEqual([[], []]);
    expect([off.done.length, same.done.length]).toEqual([1, 1]);
  });

  it.each<[string, Partial<NetworkState>]>([
    ['another kind', { proxy: { ...proxy, kind: 'http' } }],
    ['another host', { proxy: { ...proxy, host: 'other.example.com' } }],
    ['another port', { proxy: { ...proxy, port: 1081 } }],
    ['the same, from a changed file', { proxy, changed: { proxy, authorities: false } }],
  ])('asks about a proxy where the previous one has %s', async (_, state) => {
    const { dialog, commands } = setUp(state);
    await commands['network.setProxy'](proxy);
    expect(dialog.questions).toEqual([question]);
  });

  it('asks about the service that is checked, unless it is the account’s own', async () => {
    const { dialog, commands, done } = setUp();
    dialog.agrees = false;
    const service = 'https://other.example.com';
    expect(await commands['network.check']({ service })).toEqual(declined);
    expect(await commands['network.check']({})).toEqual(declined);
    expect(dialog.questions).toEqual([
      { kind: 'service', origin: service },
      { kind: 'service', origin: 'https://prefilled.example.com' },
    ]);
    expect(done).toEqual([]);
    const signedIn = setUp({}, 'https://own.example.com');
    await signedIn.commands['network.check']({ service });
    expect([signedIn.dialog.questions, signedIn.done]).toEqual([[], ['https://own.example.com']]);
  });
});

describe('a session', () => {
  function setUp(status: string) {
    const { dialog, consent } = user();
    const done: unknown[] = [];
    const services = createAllowedServices({ consent, builtIn: '', current: () => undefined });
    const commands = createSessionCommands({
      info: { version: '0', platform: 'linux', runtime: 'test', touchId: false },
      session: {
        state: () => ({ status }),
        signIn: (...input: unknown[]) => Promise.resolve(ok(done.push(input))),
        unlock: () => Promise.resolve(done.push('unlocked')),
      } as never,
      services,
      consent,
      withAccount: (() => undefined) as never,
    });
    return { dialog, commands, done };
  }
  const service = 'https://other.example.com';
  const key = `svc_abcdefgh_${'a'.repeat(24)}`;

  it('is begun at a service that the user agreed to', async () => {
    const { dialog, commands, done } = setUp('signed-out');
    dialog.agrees = false;
    expect(await commands['session.signIn']({ service, key })).toEqual(declined);
    expect([dialog.questions, done]).toEqual([[{ kind: 'service', origin: service }], []]);
    dialog.agrees = true;
    await commands['session.signIn']({ service, key });
    expect(done).toEqual([[service, key]]);
  });

  it('asks nothing for an invalid address or key', async () => {
    const { dialog, commands, done } = setUp('signed-out');
    for (const input of [
      { service: 'no address at all', key },
      { service, key: '' },
    ])
      expect(await commands['session.signIn'](input)).toMatchObject({ ok: false });
    expect([dialog.questions, done]).toEqual([[], []]);
  });

  it('is unlocked once the user agreed, and is asked about only while it is locked', async () => {
    const { dialog, commands, done } = setUp('auto-locked');
    dialog.agrees = false;
    expect(await commands['session.unlock']({})).toEqual(declined);
    expect([dialog.questions, done]).toEqual([[{ kind: 'unlock' }], []]);
    dialog.agrees = true;
    await commands['session.unlock']({});
    expect(done).toEqual(['unlocked']);
    const open = setUp('signed-in');
    expect(await open.commands['session.unlock']({})).toEqual(ok({ status: 'signed-in' }));
    expect([open.dialog.questions, open.done]).toEqual([[], []]);
  });
});

describe('what is kept from the window of a purchase', () => {
  const text = 'svc_key';

  function setUp(keyName: string | undefined, roubles = 0) {
    const { dialog, consent } = user();
    const state = { roubles, revealed: ok({ text }) as Result<{ text: string }>, copies: 0 };
    const purchases = {
      keyName: () => keyName,
      mayHoldApiKey: () => keyName !== undefined,
      reveal: () => state.revealed,
      copy: () => {
        state.copies += 1;
        return Promise.resolve(ok({ clearsAt: null }));
      },
      allowance: {
        roubles: () => state.roubles,
        set: (next: number) => {
          state.roubles = next;
        },
      },
    };
    const commands = createPurchaseCommands(
      ((use: (account: unknown) => unknown) => use({ purchases })) as never,
      consent,
    );
    return { dialog, commands, state };
  }
  const input = { id: 'entry', secret: 'key' } as never;
  const hidden = {
    ok: false,
    failure: { kind: 'invalid-input', issues: [{ path: 'secret', code: 'shown-by-main' }] },
  };

  it('is the secret of an API key, which main shows and copies', async () => {
    const { dialog, commands, state } = setUp('Laptop');
    expect(await commands['purchases.reveal'](input)).toEqual(hidden);
    expect(await commands['purchases.copy'](input)).toEqual(hidden);
    expect(state.copies).toBe(0);
    expect(await commands['purchases.showKey'](input)).toEqual(ok({ copied: { clearsAt: null } }));
    expect([dialog.keys, state.copies]).toEqual([[text], 1]);
    dialog.agrees = false;
    expect(await commands['purchases.showKey'](input)).toEqual(ok({ copied: null }));
    expect(state.copies).toBe(1);
  });

  it('is not shown where it is gone, or while another question is open', async () => {
    const { dialog, commands, state } = setUp('Laptop');
    state.revealed = fail('not-found');
    expect(await commands['purchases.showKey'](input)).toEqual(fail('not-found'));
    expect(dialog.keys).toEqual([]);
    state.revealed = ok({ text });
    const first = commands['purchases.showKey'](input);
    expect(await commands['purchases.showKey'](input)).toEqual(
      fail('declined', { reason: 'asking' }),
    );
    await first;
    expect([dialog.keys, state.copies]).toEqual([[text], 1]);
  });

  it('is no other secret, which main shows to nobody', async () => {
    const { dialog, commands, state } = setUp(undefined);
    expect(await commands['purchases.reveal'](input)).toEqual(ok({ text }));
    expect(await commands['purchases.copy'](input)).toEqual(ok({ clearsAt: null }));
    expect(await commands['purchases.showKey'](input)).toEqual(fail('not-found'));
    expect([dialog.keys, state.copies]).toEqual([[], 1]);
  });

  it.each([
    [0, 500, 1],
    [500, 500, 0],
    [1000, 500, 0],
  ] as const)(
    'asks about a sum without a question of %i and then %i: %i times',
    async (before, after, times) => {
      const { dialog, commands, state } = setUp(undefined, before);
      dialog.agrees = false;
      const answer = await commands['purchases.setAllowance']({ roubles: after });
      expect(dialog.questions).toEqual(Array(times).fill({ kind: 'allowance', roubles: after }));
      expect(answer).toEqual(times === 0 ? ok({ roubles: after }) : declined);
      expect(state.roubles).toBe(times === 0 ? after : before);
    },
  );
});

it('the sum that is spent without a question is raised once the user agreed', async () => {
  const { consent } = user();
  const allowance = { now: 0 };
  const commands = createPurchaseCommands(
    ((use: (account: unknown) => unknown) =>
      use({
        purchases: {
          allowance: {
            roubles: () => allowance.now,
            set: (roubles: number) => (allowance.now = roubles),
          },
        },
      })) as never,
    consent,
  );
  expect(await commands['purchases.setAllowance']({ roubles: 500 })).toEqual(ok({ roubles: 500 }));
  expect(await commands['purchases.getAllowance']({})).toEqual(ok({ roubles: 500 }));
});

describe('an endpoint that the window calls', () => {
  const account = {
    nameOf: (product: string, id: number | undefined) => `${product} ${String(id)}`,
  } as never;
  const body = { enabled: true, days: 30 };

  it.each([
    ['configs.setAutoRenewal', { path: { config_id: 1 }, body }, 'config'],
    ['cloudServers.setAutoRenewal', { path: { id: 1 }, body }, 'cloud-server'],
    ['paidOptions.setAutoRenewal', { path: { id: 1 }, body }, 'paid-option'],
  ] as const)('%s asks before it spends money later', (id, input, product) => {
    const subject = `${product} 1`;
    const question = endpointQuestion(account, id, input);
    expect(question).toEqual({ kind: 'auto-renewal', product, subject, days: 30 });
    const off = { ...input, body: { enabled: false, days: 30 } };
    expect(endpointQuestion(account, id, off)).toBeNull();
    expect(endpointQuestion(account, id, { ...input, body: { enabled: true } })).toBeNull();
    expect(endpointQuestion(account, id, { ...input, path: {} })).toBeNull();
  });

  it('asks about no other change', () => {
    const input = { path: { config_id: 1 }, body: { title: 'Phone' } };
    expect(endpointQuestion(account, 'configs.setTitle', input)).toBeNull();
  });
});

describe('a command without a question', () => {
  const info = { version: '0', platform: 'linux', runtime: 'test', touchId: false };

  /** The commands over parts that answer each call with its name and arguments. */
  function setUp() {
    const { dialog, consent } = user();
    const calls: unknown[][] = [];
    const part = new Proxy(
      {},
      {
        get:
          (_, method: string) =>
          (...given: unknown[]) => {
            calls.push([method, ...given]);
            return ok([method, ...given]);
          },
      },
    ) as never;
    const withAccount = ((use: (account: unknown) => unknown) =>
      use({ purchases: part, checks: part, keyInUse: () => 7 })) as never;
    const services = createAllowedServices({ consent, builtIn: '', current: () => undefined });
    const commands: Readonly<Record<string, (input: never) => unknown>> = {
      ...createPurchaseCommands(withAccount, consent),
      ...createCheckCommands({ withAccount, settings: part, consent }),
      ...createNetworkCommands({ session: part, network: part, consent, services }),
      ...createSessionCommands({ info, session: part, services, consent, withAccount }),
    };
    const call = async (name: string, input: unknown = {}) =>
      JSON.stringify(await commands[name]?.(input as never));
    return { dialog, calls, call };
  }

  const ticket = { ticket: 'form 0001', endpoint: 'configs.create', input: {} };
  const again = { id: 'a', attempts: 1 };
  it.each<[name: string, input: unknown, call: unknown[]]>([
    ['purchases.list', {}, ['list']],
    ['purchases.submit', ticket, ['submit', ticket]],
    ['purchases.retry', again, ['retry', again]],
    ['purchases.dismiss', { id: 'a' }, ['dismiss', 'a']],
    ['purchases.markSaved', { id: 'a' }, ['markSaved', 'a']],
    ['purchases.openLink', { id: 'a', host: 'b' }, ['openLink', 'a', 'b']],
    ['purchases.stopWaiting', { id: 'a' }, ['stopWaiting', 'a']],
    ['purchases.removeOrphan', { id: 'a', key: 3 }, ['removeOrphan', 'a', 3]],
    ['checks.cancel', {}, ['cancel']],
    ['checks.get', {}, ['progress']],
    ['network.get', {}, ['verify']],
    ['network.chooseAuthority', {}, ['chooseAuthority']],
    ['network.removeAuthority', {}, ['removeAuthority']],
    ['network.restore', {}, ['restore']],
    ['session.get', {}, ['state']],
    ['session.signOut', { account: 'a' }, ['signOut', 'a']],
    ['session.switch', { account: 'a' }, ['switchTo', 'a']],
    ['session.restoreService', {}, ['restoreService']],
    ['session.retry', {}, ['retry']],
  ])('is passed on with its input, and answered: %s', async (name, input, expected) => {
    const { dialog, calls, call } = setUp();
    expect(await call(name, input)).toContain(JSON.stringify(expected));
    expect([calls, dialog.questions]).toEqual([[expected], []]);
  });

  it('says what the program is, which key is in use, and that signing in was cancelled', async () => {
    const { calls, call } = setUp();
    expect(await call('app.info')).toBe(JSON.stringify(ok(info)));
    expect(await call('session.keyInUse')).toBe(JSON.stringify(ok({ id: 7 })));
    expect(await call('session.cancelSignIn')).toContain('state');
    expect(calls).toEqual([['cancelSignIn'], ['state']]);
  });
});

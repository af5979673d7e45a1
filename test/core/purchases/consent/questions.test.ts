import { describe, expect, it } from 'vitest';
import { api, type EndpointId } from '#contract/api/index.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { fail, ok } from '#contract/failure.ts';
import type { CommandInput, CommandName } from '#contract/ipc.ts';
import type { NetworkState } from '#contract/ipc/network.ts';
import { createConsent } from '#core/purchases/consent/consent.ts';
import { createIpcDispatcher } from '#core/app/ipc-dispatcher.ts';
import { createSettings } from '#core/desktop/settings.ts';
import { fakeConsentDialog, manualClock, memoryFiles, recordingLog } from '#test/core/fakes.ts';

const declined = { ok: false, failure: { kind: 'declined' } };
const info = {
  version: '0',
  platform: 'linux',
  computerName: '',
  runtime: 'test',
  startsWithSystem: true,
};

/** The window's calls of a program that has these parts, with this account open. */
function program(parts: object, account?: object, status = 'signed-in') {
  const dialog = fakeConsentDialog();
  const open = { account };
  const app = {
    options: { info, log: recordingLog(), prefill: { service: 'https://api.example.com/v1' } },
    session: { current: () => open.account, state: () => ({ status }) },
    consent: createConsent(dialog, manualClock(), () => undefined),
    ...parts,
  };
  const answer = createIpcDispatcher(app as never);
  const call = <Name extends CommandName>(name: Name, input: CommandInput<Name>) =>
    answer(name, input);
  return { dialog, call, answer, open };
}

it('what is carried out is what was asked: nothing, where another question would be asked by then', async () => {
  const state = { status: 'auto-locked', passphrase: false };
  const done: string[] = [];
  const { dialog, call } = program({
    session: {
      current: () => undefined,
      state: () => state,
      unlock: () => Promise.resolve(ok(done.push('unlocked'))),
    },
  });
  const ask = dialog.ask.bind(dialog);
  dialog.ask = (question, closed) => {
    state.passphrase = true;
    return ask(question, closed);
  };
  expect(await call('session.unlock', {})).toEqual(fail('unsent'));
  expect(done).toEqual([]);
});

describe('a check', () => {
  it('is not allowed before checks were explained', async () => {
    const settings = createSettings(memoryFiles(), 'en', recordingLog(), () => undefined);
    const started: unknown[] = [];
    const checks = { start: (...input: unknown[]) => ok(started.push(input)) };
    const { call } = program({ settings }, { checks });
    const input = { keys: ['config:1'], interrupting: false };
    expect(await call('checks.start', input)).toEqual(declined);
    expect(started).toEqual([]);
    await call('checks.accept', {});
    await call('checks.start', input);
    expect(started).toEqual([[['config:1'], { interrupting: false }]]);
  });
});

describe('automatic locking', () => {
  it('is switched off with a question alone, and set to any time without one', async () => {
    const settings = createSettings(memoryFiles(), 'en', recordingLog(), () => undefined);
    const { dialog, call } = program({ settings });
    await call('settings.set', { lockMinutes: 0 });
    await call('settings.set', { lockMinutes: 1 });
    await call('settings.set', { lockMinutes: 60, theme: 'dark' });
    expect(dialog.questions).toEqual([]);
    dialog.agrees = false;
    expect(await call('settings.set', { lockMinutes: 0, theme: 'light' })).toEqual(declined);
    expect(settings.get()).toMatchObject({ lockMinutes: 60, theme: 'dark' });
    dialog.agrees = true;
    expect(await call('settings.set', { lockMinutes: 0 })).toMatchObject({ ok: true });
    expect(dialog.questions).toEqual([{ kind: 'lock-off' }, { kind: 'lock-off' }]);
  });
});

describe('a choice for the network', () => {
  const none = { kind: 'none', host: '', port: 0, login: 'none' } as const;
  const proxy = { kind: 'socks5', host: 'proxy.example.com', port: 1080, login: 'none' } as const;
  const question = {
    kind: 'proxy',
    proxy: 'socks5',
    host: 'proxy.example.com',
    port: 1080,
    user: '',
  };

  function setUp(state: Partial<NetworkState> = {}, current?: string) {
    const done: unknown[] = [];
    const did = (what: unknown) => Promise.resolve(ok(done.push(what)));
    const network = {
      verify: () => Promise.resolve({ proxy: none, authorities: [], changed: null, ...state }),
      setProxy: did,
      check: did,
    };
    const account = current === undefined ? undefined : { service: current };
    return { ...program({ network }, account), done };
  }

  it('asks about a proxy, and stores none that the user refuses', async () => {
    const { dialog, call, done } = setUp();
    const choice = { ...proxy, login: 'none' } as const;
    dialog.agrees = false;
    expect(await call('network.setProxy', choice)).toEqual(declined);
    expect([dialog.questions, done]).toEqual([[question], []]);
    dialog.agrees = true;
    await call('network.setProxy', choice);
    expect(done).toEqual([choice]);
  });

  it('asks nothing where no proxy is selected, or the same one again', async () => {
    const off = setUp({ proxy });
    await off.call('network.setProxy', { kind: 'none' });
    const same = setUp({ proxy });
    await same.call('network.setProxy', proxy);
    expect([off.dialog.questions, same.dialog.questions]).toEqual([[], []]);
    expect([off.done.length, same.done.length]).toEqual([1, 1]);
  });

  it.each<[string, Partial<NetworkState>]>([
    ['another kind', { proxy: { ...proxy, kind: 'http' } }],
    ['another host', { proxy: { ...proxy, host: 'other.example.com' } }],
    ['another port', { proxy: { ...proxy, port: 1081 } }],
    ['the same, from a changed file', { proxy, changed: { proxy, authorities: false } }],
  ])('asks about a proxy where the previous one has %s', async (_, state) => {
    const { dialog, call } = setUp(state);
    await call('network.setProxy', proxy);
    expect(dialog.questions).toEqual([question]);
  });

  it('asks about a login that the same proxy is sent for the first time, by its name', async () => {
    const { dialog, call } = setUp({ proxy });
    const login = { user: 'what a page read', password: 'and more of it' };
    await call('network.setProxy', { ...proxy, login });
    expect(dialog.questions).toEqual([{ ...question, user: login.user }]);
  });

  it('asks about the service that is checked, unless it is the account’s own', async () => {
    const { dialog, call, done } = setUp();
    dialog.agrees = false;
    const service = 'https://other.example.com';
    expect(await call('network.check', { service })).toEqual(declined);
    expect(dialog.questions).toEqual([{ kind: 'service', service }]);
    expect(done).toEqual([]);
    const signedIn = setUp({}, 'https://own.example.com');
    await signedIn.call('network.check', { service });
    expect([signedIn.dialog.questions, signedIn.done]).toEqual([[], ['https://own.example.com']]);
  });

  it('asks about a service once a run, and again after a refusal', async () => {
    const { dialog, call, done } = setUp();
    dialog.agrees = false;
    await call('network.check', { service: 'https://other.example.com' });
    dialog.agrees = true;
    await call('network.check', { service: 'https://other.example.com/' });
    await call('network.check', { service: 'https://other.example.com' });
    const question = { kind: 'service', service: 'https://other.example.com' };
    expect([dialog.questions, done.length]).toEqual([[question, question], 2]);
  });

  it.each([
    ['https://api.example.com:444', 1],
    ['http://127.0.0.1:80', 1],
    ['https://api.example.com.evil', 1],
    ['https://api.example.com/other', 1],
    ['no address at all', 0],
  ])(
    'compares whole addresses with the built-in service: %s, %i questions',
    async (service, times) => {
      const { dialog, call } = setUp();
      await call('network.check', { service });
      const question = () => ({
        kind: 'service',
        service: new URL(service).href.replace(/\/$/, ''),
      });
      expect(dialog.questions).toEqual(Array.from({ length: times }, question));
    },
  );
});

describe('a session', () => {
  function setUp(status: string, known = false, isEmpty = false) {
    const done: unknown[] = [];
    const did = (...input: unknown[]) => Promise.resolve(ok(done.push(input)));
    const session = {
      current: () => undefined,
      state: () => ({
        status,
        account: isEmpty
          ? null
          : { id: 'a', name: 'ann@example.com', service: 'https://api.example.com/v1' },
        accounts: isEmpty ? [] : [{ id: 'b', name: '', service: 'https://other.example.com' }],
      }),
      hasKey: () => Promise.resolve(known),
      signIn: did,
      signOut: did,
      unlock() {
        if (status === 'auto-locked') done.push('unlocked');
        return Promise.resolve(ok({ status }));
      },
    };
    return { ...program({ session }), done };
  }
  const service = 'https://api.example.com/v1';
  const key = `svc_abcdefgh_${'a'.repeat(24)}`;

  it('is begun without a question where nothing is here yet and the service is the built-in one', async () => {
    const { dialog, call, done } = setUp('signed-out', false, true);
    await call('session.signIn', { service, key });
    expect([dialog.questions, done]).toEqual([[], [[service, key]]]);
    await call('session.signIn', { service: 'https://other.example.com', key });
    expect(dialog.questions).toHaveLength(1);
  });

  it('is begun with a new key beside another account once the user agreed to it', async () => {
    const { dialog, call, done } = setUp('signed-out');
    dialog.agrees = false;
    expect(await call('session.signIn', { service, key: ` ${key}\n` })).toEqual(declined);
    const question = {
      kind: 'sign-in',
      service,
      keyPrefix: 'svc_abcdefgh',
    };
    expect([dialog.questions, done]).toEqual([[question], []]);
    dialog.agrees = true;
    await call('session.signIn', { service, key });
    await call('session.signIn', { service, key });
    expect([dialog.questions.length, done]).toEqual([
      3,
      [
        [service, key],
        [service, key],
      ],
    ]);
  });

  it('asks nothing for an invalid address or key', async () => {
    const { dialog, call } = setUp('signed-out');
    for (const input of [
      { service: 'no address at all', key },
      { service, key: '' },
    ])
      await call('session.signIn', input);
    expect(dialog.questions).toEqual([]);
  });

  it.each([
    ['a', { account: 'ann@example.com', service: 'https://api.example.com/v1' }],
    ['b', { account: '', service: 'https://other.example.com' }],
  ])('is ended once the user agreed to lose what is here: %s', async (account, facts) => {
    const { dialog, call, done } = setUp('signed-in');
    dialog.agrees = false;
    expect(await call('session.signOut', { account })).toEqual(declined);
    expect([dialog.questions, done]).toEqual([[{ kind: 'sign-out', ...facts }], []]);
    dialog.agrees = true;
    await call('session.signOut', { account });
    expect(done).toEqual([[account]]);
  });

  it('of an account that is not here is ended without a question', async () => {
    const { dialog, call } = setUp('signed-in');
    await call('session.signOut', { account: 'c' });
    expect(dialog.questions).toEqual([]);
  });

  it('is unlocked once the user agreed, and is asked about only while it is locked', async () => {
    const { dialog, call, done } = setUp('auto-locked');
    dialog.agrees = false;
    expect(await call('session.unlock', {})).toEqual(declined);
    expect([dialog.questions, done]).toEqual([[{ kind: 'unlock' }], []]);
    dialog.agrees = true;
    await call('session.unlock', {});
    expect(done).toEqual(['unlocked']);
    const open = setUp('signed-in');
    expect(await open.call('session.unlock', {})).toEqual(ok({ status: 'signed-in' }));
    expect([open.dialog.questions, open.done]).toEqual([[], []]);
  });
});

describe('what is held of a purchase', () => {
  function setUp(keyName: string | undefined) {
    const state = { lost: null as 'secret' | 'unreadable-entry' | null };
    const erased: unknown[] = [];
    const purchases = {
      keyName: () => keyName,
      whatRemovalLoses: () => state.lost,
      markSaved: (id: string) => ok(erased.push(id)),
      dismiss: (id: string) => ok(erased.push(id)),
    };
    return { ...program({}, { purchases }), state, erased };
  }
  it.each([
    ['purchases.markSaved', 'secret', 'unreadable-entry'],
    ['purchases.dismiss', 'unreadable-entry', 'secret'],
  ] as const)('is erased by %s without a question unless it is lost', async (name, of, other) => {
    const { dialog, call, state, erased } = setUp('Laptop');
    await call(name, { id: 'entry' });
    state.lost = other;
    await call(name, { id: 'entry' });
    expect([dialog.questions, erased.length]).toEqual([[], 2]);
    state.lost = of;
    dialog.agrees = false;
    expect(await call(name, { id: 'entry' })).toEqual(declined);
    expect([dialog.questions, erased.length]).toEqual([
      [{ kind: 'erasure', of, name: 'Laptop' }],
      2,
    ]);
    dialog.agrees = true;
    await call(name, { id: 'entry' });
    expect(erased).toHaveLength(3);
  });
});

describe('an endpoint that the window calls', () => {
  const body = { enabled: true, days: 30 };

  /** What the window's call of an endpoint leads to, at an account where every thing is called It. */
  async function called(id: EndpointId, input: unknown, agrees = true) {
    const sent: unknown[] = [];
    const method = { id: 1, currency: 'RUB', tariffs: [{ id: 1, days: 30, price: 179 }] };
    const it = { ...method, title: 'It', hostname: 'It', payment_methods: [method] };
    const account = {
      readCache: { cached: () => ({ value: [{ ...it, tariff_config_id: 1 }] }) },
      connections: {
        record: (key: string) => ({ key, source: 'config', title: 'It' }),
        records: () => [],
      },
      client: {
        call: (...request: unknown[]) =>
          Promise.resolve(sent.push(request) > 0 ? fail('unsent') : ok(null)),
      },
    };
    const { dialog, answer } = program({}, account);
    dialog.agrees = agrees;
    await answer(id, input);
    return { questions: dialog.questions, sent: sent.length };
  }

  it.each([
    ['configs.setAutoRenewal', { path: { config_id: 1 }, body }, 'config'],
    ['cloudServers.setAutoRenewal', { path: { id: 1 }, body }, 'server'],
    ['paidOptions.setAutoRenewal', { path: { id: 1 }, body }, 'option'],
  ] as const)('%s asks before it spends money later', async (id, input, product) => {
    const price = { amount: 179, currency: 'RUB' };
    const question = { kind: 'auto-renewal', product, subject: 'It', days: 30, price };
    expect(await called(id, input)).toEqual({ questions: [question], sent: 1 });
    expect(await called(id, input, false)).toEqual({ questions: [question], sent: 0 });
    const off = { ...input, body: { enabled: false, days: 30 } };
    const refused = [
      { ...input, body: { enabled: true } },
      { ...input, path: {} },
    ];
    for (const unasked of [off, ...refused])
      expect((await called(id, unasked)).questions).toEqual([]);
  });

  it('needs consent where it spends or hands out a secret', () => {
    const serious = ['money', 'one-time-secret'];
    const unasked = Object.values<Endpoint>(api).filter(
      ({ effect, consent }) => serious.includes(effect) && consent === null,
    );
    // The one makes a key pair of no account, the other answers with a link to pay at.
    expect(unasked.map(({ id }) => id)).toEqual(['xray.createKeys', 'balance.topup']);
  });

  it('asks about no other change', async () => {
    const input = { path: { id: 1 } };
    expect(await called('cloudServers.reboot', input)).toEqual({ questions: [], sent: 1 });
  });
});

it.each([
  [true, [3]],
  [false, []],
])('a reboot is followed only where the service accepted it: %s', async (success, followed) => {
  const rebooted: number[] = [];
  const { answer } = program(
    {},
    {
      client: { call: () => Promise.resolve(ok({ success })) },
      changed: () => undefined,
      reboots: { started: (id: number) => rebooted.push(id) },
    },
  );
  expect(await answer('cloudServers.reboot', { path: { id: 3 } })).toEqual(ok({ success }));
  expect(rebooted).toEqual(followed);
});

it('the window learns what the program is, and which key is in use', async () => {
  const { call } = program({}, { keyInUse: () => 7 });
  expect(await call('app.info', {})).toEqual(ok(info));
  expect(await call('session.keyInUse', {})).toEqual(ok({ id: 7 }));
});

import { describe, expect, it } from 'vitest';
import { api } from '#contract/api/index.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import type { CommandName } from '#contract/ipc.ts';
import { convertedForms, exportForms, savedFiles } from '#contract/ipc/connections.ts';
import type { SecretCodes } from '#contract/ipc/secrets.ts';
import { ConnectionUrl } from '#contract/values.ts';
import { amneziaVpnParts, amneziaVpnServer } from '#core/connections/exports/amnezia-vpn.ts';
import { configurationOf, convert } from '#core/connections/exports/conversions/convert.ts';
import { whatLeaves } from '#core/connections/exports/what-leaves.ts';
import { signedIn, rowsOf, type Machine, type Running } from '#test/core/harness.ts';
import { AmneziaVpnScanner } from './amnezia-vpn-app.ts';
import { scanned } from './scanned.ts';

/** What may not be in anything that leaves. */
const mark = 'culvert-owned';
const tunnel = [
  '[Interface]',
  'PrivateKey = cHJpdmF0ZSBrZXkgb2YgdGhpcyBjbGllbnQgaGVyZSE=',
  'Address = 10.8.1.2/32',
  `PostUp = touch /${mark}`,
  '[Peer]',
  'PublicKey = cHVibGljIGtleSBvZiB0aGUgc2VydmVyIGlzIGhlcmU=',
  'Endpoint = nl.example.com:34567',
].join('\n');
const xray = JSON.stringify({
  log: { access: `/${mark}`, loglevel: 'info' },
  api: { tag: mark },
  inbounds: [{ protocol: 'socks', port: 1080, listen: '127.0.0.1' }],
  outbounds: [{ protocol: 'freedom', tag: 'a' }],
});

interface Door {
  readonly running: Running;
  readonly machine: Machine;
  readonly keys: readonly string[];
}

type ConnectionCommand = Extract<CommandName, `${'connections' | 'quick' | 'secrets'}.${string}`>;

/** What each command lets leave, `null` for nothing. One that is added without it does not compile. */
const doors: {
  readonly [Name in ConnectionCommand]: ((door: Door) => Promise<readonly unknown[]>) | null;
} = {
  'secrets.copy': async ({ running, machine, keys }) => {
    const left = await each(keys, [...exportForms, ...convertedForms], async (key, form) => {
      await running.call('secrets.copy', { of: 'connection', key, form });
      return machine.clipboard.text;
    });
    await running.ask('secrets.copy', { of: 'connections', keys: [...keys] });
    return [...left, machine.clipboard.text];
  },
  'connections.save': async ({ running, machine, keys }) => {
    await each(keys, [...exportForms, ...convertedForms], (key, form) =>
      running.call('connections.save', { key, form, filled: true }),
    );
    return machine.shell.saved.map(({ text }) => text);
  },
  'secrets.reveal': ({ running, keys }) =>
    each(keys, exportForms, (key, form) =>
      running.call('secrets.reveal', { of: 'connection', key, form }),
    ),
  'secrets.qr': ({ running, keys }) =>
    each(keys, exportForms, async (key, form) => {
      const answer = await running.call('secrets.qr', { of: 'connection', key, form });
      return answer.ok ? textOf(answer.value) : answer;
    }),
  'secrets.open': async ({ running, machine, keys }) => {
    machine.shell.clients.set('ss', 'A client');
    for (const key of keys) await running.call('secrets.open', { of: 'connection', key });
    return machine.shell.opened;
  },
  'connections.saveMany': async ({ running, machine, keys }) => {
    for (const as of savedFiles) await running.ask('connections.saveMany', { keys: [...keys], as });
    await running.ask('connections.saveMany', { keys: [...keys], as: 'folder' });
    const { saved, folders } = machine.shell;
    const files = [...saved, ...folders.flatMap((folder) => folder.files)];
    return files.flatMap(({ text }) => [text, Buffer.from(text, 'base64').toString()]);
  },
  'quick.copy': ({ running, machine, keys }) =>
    each(keys, exportForms, async (key, form) => {
      await running.call('quick.copy', { key, form });
      return machine.clipboard.text;
    }),
  // These show what is left out, and what may be changed at the service.
  'connections.get': null,
  'connections.commandsOfMany': null,
  'connections.xray': null,
  'connections.rows': null,
  'connections.awg': null,
  'connections.client': null,
  'connections.stopSaving': null,
  'connections.setTitle': null,
  'connections.setDevices': null,
  'connections.setNote': null,
  'connections.forgetCopies': null,
  'connections.setFavourites': null,
  'quick.find': null,
  'quick.hide': null,
  'quick.open': null,
  'quick.shortcut': null,
  'quick.choosing': null,
};

async function each<Form>(
  keys: readonly string[],
  forms: readonly Form[],
  leave: (key: string, form: Form) => Promise<unknown>,
): Promise<unknown[]> {
  const left: unknown[] = [];
  for (const key of keys) for (const form of forms) left.push(await leave(key, form));
  return left;
}

function textOf({ codes }: SecretCodes): string {
  const texts = codes.map((rows) => scanned(rows));
  if (texts.includes(undefined)) throw new Error('a code that the scanner cannot read');
  return texts.join('\n');
}

/** Signed in to an account whose service means harm by four of its connections. */
async function received() {
  const { service, machine, running } = await signedIn();
  const { configs } = service.control.account();
  const [one, two, three, four] = configs;
  Object.assign(one ?? {}, { awg_config: tunnel });
  Object.assign(two ?? {}, { xray_config: xray });
  Object.assign(three ?? {}, { connection_url: `\n${tunnel}`, awg_config: null });
  const url = `ss://YWVzLTEyOC1nY206cA@nl.example.com:1?plugin=${mark}%3Bx&a=b;plugin=${mark}#name`;
  Object.assign(four ?? {}, { connection_url: url, xray_config: null, awg_config: null });
  await running.ask('sync.refresh', {});
  const keys = [one, two, three, four].map((config) => `config:${String(config?.id)}`);
  return { running, machine, keys };
}

describe('what leaves Culvert', () => {
  it.each(Object.entries(doors).flatMap(([name, leave]) => (leave ? [{ name, leave }] : [])))(
    'through $name has nothing of what a program would carry out',
    async ({ leave }) => {
      const left = JSON.stringify(await leave(await received()));
      expect(left).not.toContain(mark);
      expect(left).toContain('nl.example.com');
    },
  );

  it('from the tray and the command line has nothing of it either', async () => {
    const { running, machine, keys } = await received();
    for (const key of keys) {
      for (const form of exportForms) {
        await running.app.copyFromTray(key, form);
        expect(machine.clipboard.text).not.toContain(mark);
      }
    }
  });

  it('is shown by what was left out of it, and counted', async () => {
    const { running, keys } = await received();
    const lines = await each(keys, [''], async (key) => {
      const { previews } = await running.ask('connections.get', { key });
      return previews.flatMap(({ leftOut }) => leftOut.lines);
    });
    const command = `PostUp = touch /${mark}`;
    expect(lines).toEqual([
      [command],
      [`log.access: "/${mark}"`, 'api: …'],
      [command],
      [`plugin=${mark}%3Bx`, `plugin=${mark}`],
    ]);
    const copied = await running.ask('secrets.copy', {
      of: 'connection',
      key: keys[1] ?? '',
      form: 'xray',
    });
    expect(copied.commandsRemoved).toBe(2);
    const found = await running.ask('connections.commandsOfMany', { keys: [...keys] });
    expect(found).toEqual({
      configurations: 3,
      lines: [command, `plugin=${mark}%3Bx`, `plugin=${mark}`],
      different: 3,
    });
  });

  it('has twenty lines shown of many', async () => {
    const { service, running } = await signedIn();
    const config = service.control.account().configs[0];
    const commands = Array.from({ length: 25 }, (_, n) => `PostUp = echo ${String(n)}`);
    Object.assign(config ?? {}, { awg_config: [...commands, ...commands].join('\n') });
    await running.ask('sync.refresh', {});
    const keys = (await rowsOf(running)).map(({ key }) => key);
    const found = await running.ask('connections.commandsOfMany', { keys });
    expect(found).toMatchObject({ lines: commands.slice(0, 20), different: 25 });
  });
});

it('a secret of an answer is of a connection, or one of these keys and links', () => {
  const others = Object.values<Endpoint>(api).flatMap(({ secrets }) =>
    secrets.filter((path) => !/(connection_url|xray_config|awg_config|server_config)$/.test(path)),
  );
  expect(new Set(others.map((path) => path.replace('[].', '')))).toEqual(
    new Set(['key', 'private_key', 'promocode', 'subscription_key', '', 'code']),
  );
});

describe('a field of what was read', () => {
  type SecretCommand = Extract<CommandName, `secrets.${string}`>;
  const commands: Readonly<Record<SecretCommand, true>> = {
    'secrets.copy': true,
    'secrets.reveal': true,
    'secrets.open': true,
    'secrets.qr': true,
  };

  it('opens no connection by any way', async () => {
    const { service, machine, running } = await signedIn();
    const { cloud_servers, paid_options } = service.control.account();
    const server = cloud_servers.find(({ configs }) => configs.length > 0);
    const option = paid_options.findIndex(({ configs }) => configs.length > 0);
    for (const { configs } of [...cloud_servers, ...paid_options]) {
      for (const config of configs) {
        Object.assign(config, { connection_url: `x://${mark}`, xray_config: xray });
      }
    }
    await running.ask('sync.refresh', {});
    const onServer = { path: { server_id: server?.id } };
    const [subscription] = service.control.account().subscriptions;
    Object.assign(subscription ?? {}, { template: xray });
    const template = {
      id: 'customSubscriptions.template',
      input: { path: { id: subscription?.id } },
    };
    await expect
      .poll(async () => (await running.ask('cache.read', template)).fetchedAt)
      .not.toBeNull();
    const reads = [
      { ...template, paths: [''] },
      { id: 'cloudServers.configs', input: onServer, paths: ['', '0'] },
      {
        id: 'paidOptions.list',
        input: {},
        paths: ['', String(option), `${String(option)}.configs.0`],
      },
    ];
    for (const { id, input, paths } of reads) {
      const fields = paths.flatMap((path) =>
        ['', '.connection_url', '.xray_config', '.awg_config'].map((field) => `${path}${field}`),
      );
      for (const path of fields) {
        for (const name of Object.keys(commands)) {
          // Its editor shows it.
          if (id === template.id && name === 'secrets.reveal') continue;
          const answer = await running.app.call(name, { of: 'read', id, input, path });
          const left = [answer, machine.clipboard.text, machine.shell.opened];
          expect(JSON.stringify(left), name).not.toContain(mark);
        }
      }
    }
  });
});

it.each(convertedForms)('a name is one line in a configuration for %s', (form) => {
  const secrets = { connection_url: 'trojan://p@nl.example.com:443#one%0Atwo%E2%80%AE' };
  const converted = convert(form, { protocol: 'trojan', secrets, label: '' });
  const text = 'refusal' in converted ? '' : configurationOf(form, [converted]);
  expect(text).toContain('"onetwo"');
});

it('a name is one line in a server for AmneziaVPN', () => {
  const server = amneziaVpnServer('awg', tunnel, 'one\ntwo');
  const [code = ''] = amneziaVpnParts(server ?? Buffer.alloc(0)) ?? [];
  expect(new AmneziaVpnScanner().scan(code)).toMatchObject({ description: 'onetwo' });
});

describe('a connection URL', () => {
  it.each([
    '',
    'vless://id@nl.example.com:443?a=b#Имя 🇳🇱',
    'us:er:p@ss#word@px.example.com:3128',
    tunnel,
    xray,
  ])('is one line with a scheme, a bare proxy or a known file: %j', (text) => {
    expect(ConnectionUrl.safeParse(text).success).toBe(true);
  });

  it.each([
    'vless://id@nl.example.com:443#n\nPostUp = x',
    'vless://id@nl.example.com:443#n\u2028PostUp = x',
    'curl example.com | sh',
    'us:er@px.example.com:1\n',
  ])('is unreadable where it is anything else: %j', (text) => {
    expect(ConnectionUrl.safeParse(text).success).toBe(false);
  });
});

describe('an Xray configuration', () => {
  const leave = (config: unknown) => {
    const { text = '', leftOut = [] } = whatLeaves('xray', JSON.stringify(config)) ?? {};
    return { config: JSON.parse(text) as unknown, leftOut };
  };
  const harmless = {
    log: { loglevel: 'warning', access: 'none', error: '' },
    dns: { servers: ['192.0.2.53'], hosts: { 'a.example.com': '192.0.2.1' } },
    inbounds: [{ protocol: 'socks', listen: '127.0.0.1', port: 1, settings: { udp: true } }],
    outbounds: [
      {
        protocol: 'vless',
        tag: 'proxy',
        settings: { vnext: [{ address: 'a.example.com', port: 1, users: [{ id: 'x' }] }] },
        streamSettings: { network: 'ws', wsSettings: { path: '/p', headers: { Host: 'b' } } },
      },
    ],
    routing: { rules: [{ type: 'field', ip: ['geoip:private'], outboundTag: 'proxy' }] },
  };

  it('stays as it is where all of it is known', () => {
    expect(leave(harmless)).toEqual({ config: harmless, leftOut: [] });
  });

  it.each([
    ['writes a log', { log: { access: '/x' } }, ['log.access: "/x"'], { log: {} }],
    ['spells it otherwise', { LOG: { Access: '/x' } }, ['LOG: …'], {}],
    ['opens an API', { api: { listen: '0.0.0.0:1' } }, ['api: …'], {}],
    [
      'writes keys',
      { tlsSettings: { masterKeyLog: '/x' } },
      ['tlsSettings.masterKeyLog: "/x"'],
      { tlsSettings: {} },
    ],
    [
      'reads a file',
      { routing: { rules: [{ domain: ['ext:../x:y', 'a'] }] } },
      ['routing.rules[0].domain[0]: "ext:../x:y"'],
      { routing: { rules: [{ domain: ['a'] }] } },
    ],
    [
      'breaks a line',
      { outbounds: [{ tag: 'a\nb' }] },
      ['outbounds[0].tag: "a\\nb"'],
      { outbounds: [{ tag: 'ab' }] },
    ],
    [
      'listens everywhere',
      { inbounds: [{ protocol: 'http', port: 1 }] },
      ['inbounds[0].listen: "0.0.0.0"'],
      { inbounds: [{ protocol: 'http', port: 1, listen: '127.0.0.1' }] },
    ],
    [
      'listens in a file',
      { inbounds: [{ protocol: 'http', listen: '/x' }] },
      ['inbounds[0].listen: "/x"'],
      { inbounds: [{ protocol: 'http', listen: '127.0.0.1' }] },
    ],
    [
      'listens by, in another shape,',
      { inbounds: { protocol: 'http', listen: '/x' } },
      ['inbounds.listen: "/x"'],
      { inbounds: { protocol: 'http', listen: '127.0.0.1' } },
    ],
    ['is a server', { inbounds: [{ protocol: 'vless' }] }, ['inbounds[0]: …'], { inbounds: [] }],
  ])('loses what it %s with', (_, config, leftOut, kept) => {
    expect(leave(config)).toEqual({ config: kept, leftOut });
  });

  it('has one of two fields of a name', () => {
    const twice = '{"log":{"access":"/x"},"log":{"loglevel":"none"}}';
    expect(whatLeaves('xray', twice)?.text).not.toContain('access');
  });

  it.each(['', 'null', '[]', '{"log": {}} // x', '{', 'log:\n  access: /x\n', '['.repeat(5e5)])(
    'does not leave at all where it is no JSON object',
    (text) => {
      expect(whatLeaves('xray', text)).toBe(undefined);
    },
  );

  it('loses what is nested deeper than any', () => {
    const deep = `${'{"settings":'.repeat(1e5)}{}${'}'.repeat(1e5)}`;
    const { text = '', leftOut = [] } = whatLeaves('xray', deep) ?? {};
    expect(text.length).toBeLessThan(10_000);
    expect(leftOut).toHaveLength(1);
  });
});

import { describe, expect, it } from 'vitest';
import { cloudServerTitle } from '#contract/rules/server-name.ts';
import { displayedData, secretAt, textAt } from '#core/api/redaction.ts';
import { serviceAddress } from '#core/network/service-address.ts';
import { createSettings } from '#core/desktop/settings.ts';
import { takeLocalService } from '#main/local-service.ts';
import { memoryFiles, recordingLog } from './fakes.ts';

describe('the address of a service', () => {
  it.each([
    ['vpn.example.com', 'https://vpn.example.com'],
    [' https://vpn.example.com/api/ ', 'https://vpn.example.com/api'],
    ['https://vpn.example.com/api//', 'https://vpn.example.com/api'],
    ['vpn.example.com/for/http://a', 'https://vpn.example.com/for/http://a'],
    ['HTTPS://VPN.example.com:8443', 'https://vpn.example.com:8443'],
    ['http://127.0.0.1:4000', 'http://127.0.0.1:4000'],
    ['http://[::1]:4000/', 'http://[::1]:4000'],
    [' 127.0.0.1:4000', 'http://127.0.0.1:4000'],
    ['localhost:1/v1', 'http://localhost:1/v1'],
    ['https://localhost:1', 'https://localhost:1'],
    ['127.0.0.1.example.com', 'https://127.0.0.1.example.com'],
  ])('%s is kept as %s', (text, address) => {
    expect(serviceAddress(text)).toBe(address);
  });

  it.each([
    'http://vpn.example.com',
    'http://127.0.0.1.example.com',
    'https://user:pass@vpn.example.com',
    'https://vpn.example.com/?key=1',
    'https://vpn.example.com/#a',
    'ftp://vpn.example.com',
    'ftp://127.0.0.1',
    'javascript:alert(1)',
    'https://',
    '',
  ])('%s is refused', (text) => {
    expect(serviceAddress(text)).toBe(undefined);
  });
});

describe('data that is passed to the window', () => {
  it.each<[unknown, string]>([
    [{ url: 's' }, '[].url'],
    [null, 'url'],
    [{ a: null }, 'a.url'],
    [{ a: 'text' }, 'a.length'],
    [{}, 'constructor'],
    [{ configs: { url: 's' } }, 'configs[].url'],
  ])('%j stays as it is where the place of a secret, %s, is not in it', (data, path) => {
    expect(displayedData({ secrets: [path] }, data)).toEqual(data);
  });
});

describe('one secret of a cached read', () => {
  const data = [
    { id: 1, code: 'AAAA' },
    { id: 2, code: 'BBBB', more: { key: 'K' } },
  ];

  it('is found by its path, where the endpoint declares a secret', () => {
    expect(secretAt(data, '1.code', ['[].code'])).toBe('BBBB');
    expect(secretAt(data, '1.more.key', ['[].more.key'])).toBe('K');
    expect(secretAt('template', '', [''])).toBe('template');
  });

  it('is found beside other secrets, in long lists and by either spelling', () => {
    const many = Array.from({ length: 13 }, (_, n) => ({ code: `code ${String(n)}` }));
    expect(secretAt(many, '12.code', ['[].key', '[].code'])).toBe('code 12');
    for (const secrets of [['configs[].code'], ['configs.[].code']]) {
      expect(secretAt({ configs: many }, 'configs.3.code', secrets)).toBe('code 3');
    }
    const digits = { v2: 'S', '2fa': 'T' };
    expect(secretAt(digits, 'v2', ['v2'])).toBe('S');
    expect(secretAt(digits, '2fa', ['2fa'])).toBe('T');
  });

  it.each(['1.id', '0', '', '9.code', '1.code.length', '1.constructor', '__proto__.code'])(
    'is nothing at %j',
    (path) => {
      expect(secretAt(data, path, ['[].code'])).toBe(undefined);
    },
  );
});

describe('one text of a cached read', () => {
  const data = { code: 'AB12CD', rules: [{ percent: -10 }], none: null };

  it('is found by its path, secret or not', () => {
    expect(textAt(data, 'code')).toBe('AB12CD');
    expect(textAt(data, 'rules.0.percent')).toBe('-10');
    expect(textAt(data, 'rules.0')).toBe('{\n  "percent": -10\n}');
  });

  it.each(['none', 'none.code', 'rules.1', 'code.length', 'constructor', '__proto__'])(
    'is nothing at %j',
    (path) => {
      expect(textAt(data, path)).toBe(undefined);
    },
  );
});

describe('settings', () => {
  it('start with the system’s language and are kept', () => {
    const files = memoryFiles();
    const settings = createSettings(files, 'ru-RU', recordingLog(), () => undefined);
    expect(settings.get()).toMatchObject({ language: 'system', resolvedLanguage: 'ru' });
    settings.set({ theme: 'dark', language: 'en' });
    const again = createSettings(files, 'ru-RU', recordingLog(), () => undefined);
    expect(again.get()).toMatchObject({ theme: 'dark', resolvedLanguage: 'en' });
  });

  it('speak English where the system speaks neither', () => {
    const settings = createSettings(memoryFiles(), 'de', recordingLog(), () => undefined);
    expect(settings.get().resolvedLanguage).toBe('en');
  });

  it.each(['', '{', 'null', '[]', '{"theme":"pink","closeToTray":false}'])(
    'survive a file that holds %j',
    (text) => {
      const files = memoryFiles();
      files.texts.set('settings.json', text);
      const log = recordingLog();
      const settings = createSettings(files, 'en', log, () => undefined);
      expect(log.lines).toEqual([
        JSON.stringify({ level: 'warn', event: 'file-invalid', file: 'settings.json' }),
      ]);
      expect(settings.get().theme).toBe('system');
      expect(settings.get().closeToTray).toBe(!text.includes('closeToTray'));
    },
  );
});

describe('a local service named in the environment', () => {
  const local = (service: string) => ({
    CULVERT_LOCAL_SIGN_IN: JSON.stringify({ service, key: 'svc_demo' }),
  });

  it('is ignored by a packaged program', () => {
    const environment = local('http://127.0.0.1:1');
    expect(takeLocalService(environment, true)).toEqual({ signIn: undefined, prefill: undefined });
    expect(environment).toEqual({});
  });

  it('is removed from the environment', () => {
    const environment: NodeJS.ProcessEnv = local('http://127.0.0.1:1');
    expect(takeLocalService(environment, false).signIn?.service).toBe('http://127.0.0.1:1');
    expect(environment).toEqual({});
  });

  it.each(['https://vpn.example.com', 'http://192.0.2.1', 'nonsense'])(
    'is ignored anywhere else: %s',
    (service) => {
      expect(takeLocalService(local(service), false).signIn).toBe(undefined);
    },
  );
});

it.each([
  ['home', 'Finland', '198.51.100.2', 'home'],
  [null, 'Finland', '198.51.100.2', 'Finland'],
  ['', undefined, '198.51.100.2', '198.51.100.2'],
])('a server %s in %s at %s is called %s', (hostname, place, url, title) => {
  expect(cloudServerTitle({ hostname, url }, place)).toBe(title);
});

import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { readBuildOptions } from '#build/packaging/build-options.ts';
import { packagingConfig } from '#build/packaging/config.ts';

const key = (type: 'ed25519' | 'x25519' = 'ed25519'): string => {
  const { publicKey } =
    type === 'ed25519' ? generateKeyPairSync('ed25519') : generateKeyPairSync('x25519');
  return publicKey.export({ format: 'der', type: 'spki' }).toString('base64');
};
const feed = 'https://updates.example.com/culvert';
const config = (environment: Record<string, string> = {}) =>
  packagingConfig(readBuildOptions(environment));

describe('a build without options', () => {
  it('is Culvert, has no default address and no updater', () => {
    expect(readBuildOptions({})).toMatchObject({
      productName: 'Culvert',
      name: 'culvert',
      appId: 'app.culvert.culvert',
      service: '',
      updates: null,
      signed: false,
      notarized: false,
    });
    expect(config().publish).toBeNull();
  });

  it('is the same with empty values', () => {
    const names = ['PRODUCT_NAME', 'DEFAULT_SERVICE', 'UPDATE_FEED', 'UPDATE_KEY', 'HOMEPAGE'];
    const empty = Object.fromEntries(names.map((name) => [`CULVERT_${name}`, ' ']));
    expect(readBuildOptions(empty)).toEqual(readBuildOptions({}));
  });
});

describe('the product name', () => {
  it.each([
    ['Example VPN', 'example-vpn'],
    ['Café 2.0', 'cafe-2-0'],
    ['Кульверт VPN', 'vpn'],
  ])('of %s gives its files the name %s', (CULVERT_PRODUCT_NAME, name) => {
    expect(readBuildOptions({ CULVERT_PRODUCT_NAME })).toMatchObject({
      productName: CULVERT_PRODUCT_NAME,
      name,
      appId: `app.culvert.${name}`,
    });
  });

  it.each([
    "It's",
    'a"b',
    '<b>',
    '../up',
    '$' + '{x}',
    'a\\b',
    'a\nb',
    '-a',
    'x'.repeat(41),
    'Имя',
  ])('may not be %j: it is put into code, paths and markup', (CULVERT_PRODUCT_NAME) => {
    expect(() => readBuildOptions({ CULVERT_PRODUCT_NAME })).toThrow('CULVERT_PRODUCT_NAME wants');
  });

  it('is used in everything that is built', () => {
    const named = config({ CULVERT_PRODUCT_NAME: 'Example VPN' });
    expect(named).toMatchObject({
      productName: 'Example VPN',
      linux: { executableName: 'example-vpn', vendor: 'Example VPN' },
      deb: { packageName: 'example-vpn' },
      rpm: { packageName: 'example-vpn' },
      extraMetadata: { name: 'example-vpn', productName: 'Example VPN' },
    });
    expect(JSON.stringify(named)).not.toMatch(/culvert-\$/i);
  });
});

describe('the URL of a subscription', () => {
  const CULVERT_DEFAULT_SERVICE = 'https://api.example.com';
  const CULVERT_SUBSCRIPTION_URL = 'https://sub.example.com/s/{key}';

  it('is a template that belongs to the default address', () => {
    const environment = { CULVERT_DEFAULT_SERVICE, CULVERT_SUBSCRIPTION_URL };
    expect(readBuildOptions(environment)).toMatchObject({
      subscriptionUrl: CULVERT_SUBSCRIPTION_URL,
    });
    expect(readBuildOptions({})).toMatchObject({ subscriptionUrl: '' });
    expect(() => readBuildOptions({ CULVERT_SUBSCRIPTION_URL })).toThrow(
      'CULVERT_DEFAULT_SERVICE wants the service',
    );
  });

  it.each([
    'http://sub.example.com/{key}',
    'https://sub.example.com/',
    'https://{key}.example.com',
  ])('may not be %s', (template) => {
    const environment = { CULVERT_DEFAULT_SERVICE, CULVERT_SUBSCRIPTION_URL: template };
    expect(() => readBuildOptions(environment)).toThrow('with "{key}" once in its path or query');
  });
});

it.each([
  ['https://example.com/keys', 'https://example.com/keys'],
  [undefined, ''],
])('the page where keys are made is %s', (page, expected) => {
  const environment = page === undefined ? {} : { CULVERT_KEYS_PAGE: page };
  expect(readBuildOptions(environment)).toMatchObject({ keysPage: expected });
});

it.each(['http://example.com/keys', 'keys', 'https://a:b@example.com'])(
  'the page where keys are made may not be %s',
  (page) => {
    expect(() => readBuildOptions({ CULVERT_KEYS_PAGE: page })).toThrow('an https address');
  },
);

describe('the default address of a build', () => {
  it('is normalised as on the sign-in screen', () => {
    const { service } = readBuildOptions({ CULVERT_DEFAULT_SERVICE: 'api.example.com/v1/' });
    expect(service).toBe('https://api.example.com/v1');
  });

  it.each(['http://api.example.com', 'https://user:word@api.example.com', 'ftp://example.com'])(
    'may not be %s',
    (CULVERT_DEFAULT_SERVICE) => {
      expect(() => readBuildOptions({ CULVERT_DEFAULT_SERVICE })).toThrow('an https address');
    },
  );
});

describe('updates', () => {
  it('need a feed and its signing key', () => {
    const environment = { CULVERT_UPDATE_FEED: feed, CULVERT_UPDATE_KEY: key() };
    expect(readBuildOptions(environment).updates).toEqual({
      feed,
      key: environment.CULVERT_UPDATE_KEY,
      publisher: null,
    });
    expect(config(environment).publish).toEqual({ provider: 'generic', url: feed });
  });

  it.each([
    ['no key', { CULVERT_UPDATE_FEED: feed }],
    ['no feed', { CULVERT_UPDATE_KEY: key() }],
    ['plain http', { CULVERT_UPDATE_FEED: 'http://example.com', CULVERT_UPDATE_KEY: key() }],
    ['a key that is none', { CULVERT_UPDATE_FEED: feed, CULVERT_UPDATE_KEY: 'AAAA' }],
    ['a key for something else', { CULVERT_UPDATE_FEED: feed, CULVERT_UPDATE_KEY: key('x25519') }],
  ])('are refused with %s', (_what, environment) => {
    expect(() => readBuildOptions(environment)).toThrow(/CULVERT_UPDATE_(?:KEY|FEED) wants/);
  });

  it('name the Windows publisher where it is given', () => {
    const environment = {
      CULVERT_UPDATE_FEED: feed,
      CULVERT_UPDATE_KEY: key(),
      CULVERT_UPDATE_PUBLISHER: 'Example Ltd',
    };
    expect(config(environment).win).toMatchObject({
      signtoolOptions: { publisherName: 'Example Ltd' },
    });
    expect(config().win).not.toHaveProperty('signtoolOptions');
  });

  it('need a zip on macOS only', () => {
    const environment = { CULVERT_UPDATE_FEED: feed, CULVERT_UPDATE_KEY: key() };
    const targets = (of: ReturnType<typeof config>) => JSON.stringify(of.mac?.target);
    expect(targets(config(environment))).toContain('zip');
    expect(targets(config())).not.toContain('zip');
  });
});

describe('signing for macOS', () => {
  it('always uses the hardened runtime, with a certificate with no exception but JIT', () => {
    expect(config({ CSC_NAME: 'Example' }).mac).toMatchObject({
      hardenedRuntime: true,
      entitlements: 'build/packaging/macos/entitlements.plist',
    });
    expect(config().mac).toMatchObject({
      hardenedRuntime: true,
      entitlements: 'build/packaging/macos/entitlements-unsigned.plist',
    });
  });

  it('is notarized where Apple credentials are complete', () => {
    const account = { APPLE_API_KEY: 'k', APPLE_API_KEY_ID: 'i', APPLE_API_ISSUER: 's' };
    expect(config(account).mac?.notarize).toBe(true);
    expect(config({ APPLE_API_KEY: 'k' }).mac?.notarize).toBe(false);
  });
});

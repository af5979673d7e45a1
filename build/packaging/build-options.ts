import { createPublicKey } from 'node:crypto';
import { serviceAddress } from '#core/network/service-address.ts';
import { subscriptionTemplate } from '#core/tools/subscription-url.ts';

/** Build options from the environment (docs/packaging.md). */
export interface BuildOptions {
  /** The name on windows, menus, installers and in the keychain. */
  readonly productName: string;
  /** The same for files, packages and the program itself: Latin letters, digits and dashes. */
  readonly name: string;
  /** What the systems know the program by. Programs of different names live side by side. */
  readonly appId: string;
  /** The address that the sign-in screen begins with, or nothing. */
  readonly service: string;
  /** The template of a subscription's URL at that address, or nothing. */
  /** Where the service makes keys, or nothing. */
  readonly keysPage: string;
  readonly subscriptionUrl: string;
  /** `null`: the program contains no updater. */
  readonly updates: Updates | null;
  /** What deb and rpm must say about their distributor. */
  readonly homepage: string;
  readonly maintainer: string;
  /** Whether a certificate signs for macOS, and an account of Apple's has the result notarized. */
  readonly signed: boolean;
  readonly notarized: boolean;
}

interface Updates {
  /** Where `latest.yml` and its siblings are. */
  readonly feed: string;
  /** The public half of the key that signs what the feed announces: Ed25519, SPKI, Base64. */
  readonly key: string;
  /** Who must have signed a Windows installer: the subject name of the certificate. */
  readonly publisher: string | null;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Letters, digits, spaces, dots and dashes: what is harmless in code, a path and a markup alike. */
const productName = /^\p{L}[\p{L}\p{N}]*(?:[ .-][\p{L}\p{N}]+)*$/u;
const longestName = 40;

/** The sets of variables of which electron-builder wants one whole to have the result notarized. */
const appleAccounts = [
  ['APPLE_API_KEY', 'APPLE_API_KEY_ID', 'APPLE_API_ISSUER'],
  ['APPLE_ID', 'APPLE_APP_SPECIFIC_PASSWORD', 'APPLE_TEAM_ID'],
  ['APPLE_KEYCHAIN', 'APPLE_KEYCHAIN_PROFILE'],
];

/** Reads and checks the environment. Throws an error that names the variable and the expected value. */
export function readBuildOptions(environment: Environment): BuildOptions {
  const product = option(environment, 'CULVERT_PRODUCT_NAME') ?? 'Culvert';
  if (!productName.test(product) || product.length > longestName) {
    refuse('CULVERT_PRODUCT_NAME', 'up to 40 letters, digits and, between them, " ", "." or "-"');
  }
  const name = fileName(product);
  if (name === '') refuse('CULVERT_PRODUCT_NAME', 'at least one Latin letter, for its file names');
  const service = readService(option(environment, 'CULVERT_DEFAULT_SERVICE'));
  return {
    productName: product,
    name,
    appId: `app.culvert.${name}`,
    service,
    keysPage: readPage(option(environment, 'CULVERT_KEYS_PAGE')),
    subscriptionUrl: readTemplate(option(environment, 'CULVERT_SUBSCRIPTION_URL'), service),
    updates: readUpdates(environment),
    homepage: option(environment, 'CULVERT_HOMEPAGE') ?? `https://example.com/${name}`,
    maintainer: option(environment, 'CULVERT_MAINTAINER') ?? `${product} <${name}@example.com>`,
    signed: isSet(environment, ['CSC_LINK']) || isSet(environment, ['CSC_NAME']),
    notarized: appleAccounts.some((variables) => isSet(environment, variables)),
  };
}

function fileName(product: string): string {
  const plain = product.normalize('NFKD').toLowerCase();
  const words = plain.replace(/\p{M}/gu, '').match(/[a-z0-9]+/g) ?? [];
  const name = words.join('-');
  return /[a-z]/.test(name) ? name : '';
}

function readService(text: string | undefined): string {
  if (text === undefined) return '';
  return serviceAddress(text) ?? refuse('CULVERT_DEFAULT_SERVICE', 'an https address');
}

/** Where the service makes keys. */
function readPage(text: string | undefined): string {
  if (text === undefined) return '';
  const url = URL.parse(text);
  if (url?.protocol !== 'https:' || url.username !== '' || url.password !== '') {
    refuse('CULVERT_KEYS_PAGE', 'an https address without a login');
  }
  return url.href;
}

/** A template is of one service: without its address the build would never use it. */
function readTemplate(text: string | undefined, service: string): string {
  if (text === undefined) return '';
  if (service === '')
    refuse('CULVERT_DEFAULT_SERVICE', 'the service whose subscriptions these are');
  return (
    subscriptionTemplate(text) ??
    refuse('CULVERT_SUBSCRIPTION_URL', 'an https address with "{key}" once in its path or query')
  );
}

/** A feed without a key would be trusted for being reached; a key without a feed is a mistake. */
function readUpdates(environment: Environment): Updates | null {
  const feed = option(environment, 'CULVERT_UPDATE_FEED');
  const key = option(environment, 'CULVERT_UPDATE_KEY');
  if (feed === undefined) {
    if (key !== undefined) refuse('CULVERT_UPDATE_FEED', 'the address that the key belongs to');
    return null;
  }
  const address = serviceAddress(feed) ?? refuse('CULVERT_UPDATE_FEED', 'an https address');
  if (key === undefined || !isEd25519(key)) {
    refuse('CULVERT_UPDATE_KEY', 'an Ed25519 public key: SPKI, DER, Base64');
  }
  return { feed: address, key, publisher: option(environment, 'CULVERT_UPDATE_PUBLISHER') ?? null };
}

function isEd25519(key: string): boolean {
  try {
    const made = createPublicKey({
      key: Buffer.from(key, 'base64'),
      format: 'der',
      type: 'spki',
    });
    return made.asymmetricKeyType === 'ed25519';
  } catch {
    return false;
  }
}

/** A pipeline passes an empty text for a variable without a value. */
function option(environment: Environment, name: string): string | undefined {
  const value = environment[name]?.trim();
  return value === '' ? undefined : value;
}

function isSet(environment: Environment, names: readonly string[]): boolean {
  return names.every((name) => option(environment, name) !== undefined);
}

function refuse(variable: string, expected: string): never {
  throw new Error(`${variable} wants ${expected}.`);
}

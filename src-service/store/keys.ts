import { createHash, timingSafeEqual } from 'node:crypto';
import { maxApiKeys } from '#contract/api/account/api-keys.ts';
import { alphanumeric, type Random } from '#service/random.ts';
import { known } from './refusal.ts';
import type { Account, KeyRecord, State } from './state.ts';

interface KeyParts {
  /** `svc_<prefix8>`. */
  readonly prefix: string;
  readonly secret: string;
}

/** A new key in the form `svc_<prefix8>_<secret24>`. */
export function newKey(random: Random): string {
  return `svc_${random.text(8, alphanumeric)}_${random.text(24, alphanumeric)}`;
}

/** The two parts of a key, or `undefined` when the text has not its form. */
export function keyParts(key: string): KeyParts | undefined {
  const match = /^(svc_[\x21-\x7e]{8})_([\x21-\x7e]{24})$/.exec(key);
  const [, prefix, secret] = match ?? [];
  return prefix === undefined || secret === undefined ? undefined : { prefix, secret };
}

/** Only the hash of a key's secret is ever stored (part 3, Authentication 3). */
function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}

export function accountOfKey(state: State, key: string): Account | undefined {
  const parts = keyParts(key);
  if (parts === undefined) return undefined;
  const hash = Buffer.from(hashSecret(parts.secret), 'hex');
  return state.accounts.find((account) =>
    account.keys.some(
      (record) =>
        record.key_prefix === parts.prefix &&
        timingSafeEqual(Buffer.from(record.secret_hash, 'hex'), hash),
    ),
  );
}

/** Adds a key to an account. Refuses a sixth with error 34. */
export function addKey(
  account: Account,
  record: Omit<KeyRecord, 'key_prefix' | 'secret_hash'>,
  key: string,
): KeyRecord {
  if (account.keys.length >= maxApiKeys) throw known(34);
  const parts = keyParts(key);
  if (parts === undefined) throw new TypeError('a key has the form svc_<prefix8>_<secret24>');
  const added: KeyRecord = {
    ...record,
    key_prefix: parts.prefix,
    secret_hash: hashSecret(parts.secret),
  };
  account.keys.push(added);
  return added;
}

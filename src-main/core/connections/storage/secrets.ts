import { z } from 'zod';
import type { SealedChange, SealedVault } from '#core/kernel/vault/sealed-vault.ts';

/** The secrets of one connection, byte for byte as the service gave them. */
export const ConnectionSecrets = z.object({
  connection_url: z.string(),
  xray_config: z.string().exactOptional(),
  awg_config: z.string().exactOptional(),
});
export type ConnectionSecrets = Readonly<z.output<typeof ConnectionSecrets>>;

/** So few others are opened for one secret, and the vault's manifest stays small. */
const buckets = 256;

const purpose = 'secrets';

const Bucket = z.record(z.string(), ConnectionSecrets);
type Bucket = Record<string, ConnectionSecrets>;

/** The secrets of these connections; each bucket is opened once. One that is damaged has none. */
export function readSecrets(
  vault: SealedVault,
  keys: readonly string[],
): ReadonlyMap<string, ConnectionSecrets> {
  const found = new Map<string, ConnectionSecrets>();
  for (const [name, inBucket] of byBucket(keys)) {
    const bucket = openBucket(vault, name);
    for (const key of inBucket) {
      const secrets = bucket[key];
      if (secrets) found.set(key, secrets);
    }
  }
  return found;
}

/** What to write; a bucket that would not change is not. `changed`: not stored as now. */
export function secretChanges(
  vault: SealedVault,
  put: ReadonlyMap<string, ConnectionSecrets>,
  removed: readonly string[],
): { readonly changes: readonly SealedChange[]; readonly changed: readonly string[] } {
  const changes: SealedChange[] = [];
  const changed: string[] = [];
  for (const [name, keys] of byBucket([...put.keys(), ...removed])) {
    const bucket = openBucket(vault, name);
    const different = keys.filter((key) => !isSame(bucket[key], put.get(key)));
    if (different.length === 0) continue;
    const next = new Map(Object.entries(bucket));
    for (const key of different) {
      const secrets = put.get(key);
      if (secrets) next.set(key, secrets);
      else next.delete(key);
    }
    changes.push({ purpose, name, value: next.size > 0 ? Object.fromEntries(next) : undefined });
    changed.push(...different.filter((key) => put.has(key)));
  }
  return { changes, changed };
}

function openBucket(vault: SealedVault, name: string): Bucket {
  return vault.read(purpose, name, Bucket) ?? {};
}

function isSame(one: ConnectionSecrets | undefined, other: ConnectionSecrets | undefined): boolean {
  return (
    one?.connection_url === other?.connection_url &&
    one?.xray_config === other?.xray_config &&
    one?.awg_config === other?.awg_config
  );
}

function byBucket(keys: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const names = new Map<string, string[]>();
  for (const key of keys) {
    const name = String(hashOf(key) % buckets);
    const inBucket = names.get(name);
    if (inBucket) inBucket.push(key);
    else names.set(name, [key]);
  }
  return names;
}

/** FNV-1a of a key, whose low bits are mixed with the high ones. */
export function hashOf(key: string): number {
  let sum = 0x811c9dc5;
  for (let at = 0; at < key.length; at += 1) {
    sum = Math.imul(sum ^ key.charCodeAt(at), 0x01000193);
  }
  return (sum ^ (sum >>> 16)) >>> 0;
}

import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Random, RecordChange, Vault } from '#core/kernel/ports.ts';
import { orRefused } from './refusals.ts';
import { deriveKey, hideName, nonceLength, seal, unseal } from './seal.ts';

/** What the manifest can find wrong: records changed, added or gone, or all older than known. */
export type ManifestFinding = 'damaged' | 'rolled-back';

/** A vault that writes with every change a sealed manifest of the records that exist. */
interface VaultWithManifest extends Vault {
  readonly finding: ManifestFinding | undefined;
  /** How many writes there were; the number is on the disk before it is returned. */
  serial(): number;
}

interface Manifest {
  readonly serial: number;
  /** 256 bits over which records there are. */
  readonly digest: Buffer;
}

/** Each record as a line of its place and its tag, by its place. */
type Lines = ReadonlyMap<string, string>;

const purpose = 'manifest';
/** A record's seal ends with its tag, which no other version of the record has. */
const tagLength = 16;
const digestAt = 8;

/**
 * Each record has its own seal, which shows that it is as it was written, but not that it is the newest, nor
 * that none has gone. The manifest does: a serial number of the writes and a keyed digest of which records
 * there are, sealed and written in the same transaction as they. An older copy of the whole file has a
 * manifest that fits it: `checkpoint`, a serial number that is stored elsewhere and updated at intervals (0:
 * none is known), distinguishes it from the newest.
 */
export function withManifest(options: {
  readonly vault: Vault;
  readonly account: string;
  readonly key: Uint8Array;
  readonly random: Random;
  readonly checkpoint: number;
}): VaultWithManifest {
  const { vault, account, random, checkpoint } = options;
  const digestKey = deriveKey(options.key, 'name', 'listing');
  const sealKey = deriveKey(options.key, 'seal', purpose);
  const place = {
    account,
    purpose,
    name: hideName(deriveKey(options.key, 'name', purpose), purpose),
  };

  let serial = checkpoint;
  /** The records before the next write; unknown where they could not be read. */
  let before: (() => Lines) | undefined;

  function stored(): Manifest | undefined {
    const sealed = vault.read(place);
    const plain = sealed && unseal(sealKey, place, sealed);
    return plain && read(Buffer.from(plain));
  }

  function listed(): readonly string[] {
    return vault.listing(account).filter((line) => !line.startsWith(`${purpose} `));
  }

  function digestOf(lines: Iterable<string>): Buffer {
    return createHmac('sha256', digestKey)
      .update([...lines].sort().join('\n'))
      .digest();
  }

  function compare(): ManifestFinding | undefined {
    const manifest = stored();
    const lines = listed();
    serial = Math.max(manifest?.serial ?? 0, checkpoint);
    before = () => byPlace(lines);
    if ((manifest?.serial ?? 0) < checkpoint) return 'rolled-back';
    if (!manifest) return lines.length === 0 ? undefined : 'damaged';
    return timingSafeEqual(manifest.digest, digestOf(lines)) ? undefined : 'damaged';
  }

  // A store that cannot be read now may be readable at the first write.
  const finding = orRefused(compare, () => undefined);

  return {
    ...vault,
    finding,
    serial: () => serial,
    write(changes) {
      if (changes.length === 0) return;
      const after = changed(before?.() ?? byPlace(listed()), changes);
      // Should the write fail, the records are listed again before the next.
      before = undefined;
      const next = { serial: serial + 1, digest: digestOf(after.values()) };
      const sealed = seal(sealKey, place, bytesOf(next), random.bytes(nonceLength));
      vault.write([...changes, { ...place, sealed }]);
      before = () => after;
      ({ serial } = next);
    },
  };
}

function byPlace(lines: readonly string[]): Lines {
  return new Map(lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), line]));
}

function changed(lines: Lines, changes: readonly RecordChange[]): Lines {
  const after = new Map(lines);
  for (const { purpose: of, name, sealed } of changes) {
    const at = `${of} ${name}`;
    if (sealed === null) after.delete(at);
    else after.set(at, `${at} ${Buffer.from(sealed.subarray(-tagLength)).toString('hex')}`);
  }
  return after;
}

function bytesOf({ serial, digest }: Manifest): Uint8Array {
  const number = Buffer.alloc(digestAt);
  number.writeBigUInt64BE(BigInt(serial));
  return Buffer.concat([number, digest]);
}

function read(plain: Buffer): Manifest {
  return { serial: Number(plain.readBigUInt64BE()), digest: plain.subarray(digestAt) };
}

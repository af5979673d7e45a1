import { hash } from 'node:crypto';
import {
  VaultError,
  type Random,
  type RecordChange,
  type RecordKey,
  type Vault,
} from '../ports.ts';
import { deriveKey, hideName, nonceLength, seal, unseal } from './seal.ts';

/** What the roster can find wrong: records changed, added or gone, or all of them older than known. */
export type RosterFinding = 'damaged' | 'rolled-back';

/** A vault that keeps, in every write, a sealed word on which records there are. */
export interface RosteredVault extends Vault {
  /** What was found wrong at the opening. */
  readonly finding: RosterFinding | undefined;
  /** How many writes there were; on the disk before it is told. */
  serial(): number;
}

interface Roster {
  readonly serial: number;
  /** The exclusive or of what `trace` says of each record. */
  readonly digest: Digest;
}

interface State extends Roster {
  readonly traces: Map<string, Buffer>;
}

/** 256 bits. */
type Digest = Int32Array;

const purpose = 'roster';
const digestWords = 8;
/** A record's seal ends with its tag, which no other version of the record has. */
const tagLength = 16;

/**
 * Each record has its own seal, which shows that it is as it was written, but not that it is the
 * newest, nor that none has gone. The roster does: a serial number of the writes and a digest of
 * which records there are, sealed and written in the same transaction as they. The digest is a sum,
 * so a write costs by what it changes.
 *
 * An older copy of the whole file has a roster that fits it: `mark`, a serial number that is kept
 * elsewhere and now and then brought up to date, tells it from the newest.
 *
 * @param options.mark a serial number that had been reached, 0 where none is known
 */
export function withRoster(options: {
  readonly vault: Vault;
  readonly account: string;
  readonly key: Uint8Array;
  readonly random: Random;
  readonly mark: number;
}): RosteredVault {
  const { vault, account, random, mark } = options;
  // Nobody sees a digest but under a seal, so that a keyed hash of this plain kind will do.
  const traceKey = deriveKey(options.key, 'name', 'trace').export().toString('base64url');
  const sealKey = deriveKey(options.key, 'seal', purpose);
  const place = {
    account,
    purpose,
    name: hideName(deriveKey(options.key, 'name', purpose), purpose),
  };

  function kept(): Roster | undefined {
    const sealed = vault.read(place);
    const plain = sealed && unseal(sealKey, place, sealed);
    if (plain === undefined) return undefined;
    return read(plain);
  }

  function traceOf(record: Omit<RecordKey, 'account'>, tag: Uint8Array): Buffer {
    const text = `${traceKey}${idOf(record)}\n${Buffer.from(tag).toString('base64')}`;
    return hash('sha256', text, 'buffer');
  }

  /** What is there now, whatever the roster says of it. */
  function look(serial: number): State {
    const traces = new Map<string, Buffer>();
    const digest = new Int32Array(digestWords);
    for (const record of vault.listing(account)) {
      if (record.purpose === purpose) continue;
      const trace = traceOf(record, record.tag);
      traces.set(idOf(record), trace);
      toggle(digest, trace);
    }
    return { serial, digest, traces };
  }

  function compare(): { finding: RosterFinding | undefined; state: State } {
    const roster = kept();
    const state = look(Math.max(roster?.serial ?? 0, mark));
    const nothing = roster === undefined && state.traces.size === 0;
    if ((roster?.serial ?? 0) < mark) return { finding: 'rolled-back', state };
    const fits = roster?.digest.every((word, at) => word === state.digest[at]) === true;
    return { finding: nothing || fits ? undefined : 'damaged', state };
  }

  let finding: RosterFinding | undefined;
  let serial = mark;
  let state: State | undefined;
  try {
    ({ finding, state } = compare());
    ({ serial } = state);
  } catch (error) {
    // What cannot be read now may be read at the first write; reading tells what is wrong.
    if (!(error instanceof VaultError)) throw error;
  }

  /** The traces that the changes bring, the last of each record, and the digest with them. */
  function after({ digest, traces }: State, changes: readonly RecordChange[]) {
    const fresh = new Map<string, Buffer | undefined>();
    const next = Int32Array.from(digest);
    for (const change of changes) {
      const id = idOf(change);
      toggle(next, fresh.has(id) ? fresh.get(id) : traces.get(id));
      const trace = change.sealed ? traceOf(change, change.sealed.subarray(-tagLength)) : undefined;
      toggle(next, trace);
      fresh.set(id, trace);
    }
    return { fresh, digest: next };
  }

  return {
    ...vault,
    finding,
    serial: () => serial,
    write(changes) {
      if (changes.length === 0) return;
      const before = state ?? look(serial);
      // Should the write fail, what is there is looked at again before the next.
      state = undefined;
      const { fresh, digest } = after(before, changes);
      const next = { serial: before.serial + 1, digest };
      const sealed = seal(sealKey, place, bytesOf(next), random.bytes(nonceLength));
      vault.write([...changes, { ...place, sealed }]);
      for (const [id, trace] of fresh) {
        if (trace === undefined) before.traces.delete(id);
        else before.traces.set(id, trace);
      }
      state = { ...next, traces: before.traces };
      ({ serial } = next);
    },
  };
}

function idOf({ purpose: of, name }: Omit<RecordKey, 'account'>): string {
  return `${of}\n${name}`;
}

/** Puts a trace in, or takes it out again. */
function toggle(digest: Digest, trace: Buffer | undefined): void {
  for (let word = 0; trace !== undefined && word < digestWords; word += 1) {
    digest[word] = (digest[word] ?? 0) ^ trace.readInt32BE(word * 4);
  }
}

function bytesOf({ serial, digest }: Roster): Uint8Array {
  const bytes = new DataView(new ArrayBuffer(8 + digestWords * 4));
  bytes.setBigUint64(0, BigInt(serial));
  digest.forEach((word, at) => {
    bytes.setInt32(8 + at * 4, word);
  });
  return new Uint8Array(bytes.buffer);
}

function read(plain: Uint8Array): Roster {
  const bytes = new DataView(Uint8Array.from(plain).buffer);
  const words = Array.from({ length: digestWords }, (_, at) => bytes.getInt32(8 + at * 4));
  return { serial: Number(bytes.getBigUint64(0)), digest: Int32Array.from(words) };
}

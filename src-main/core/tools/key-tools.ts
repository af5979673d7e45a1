import { generateKeyPairSync } from 'node:crypto';
import { fail, ok, type Result } from '#contract/failure.ts';
import type { PurchaseSecret } from '#contract/ipc/purchase-journal.ts';
import type { KeyEncoding, PublicKey } from '#contract/ipc/tools.ts';
import type { SecretRef } from '#contract/ipc/secrets.ts';
import type { LeavingSecret } from '#core/connections/exports/what-leaves.ts';

type KeyRef = Omit<Extract<SecretRef, { of: 'key' }>, 'of'>;
type Half = KeyRef['half'];

const local = 'local';
const keyLength = 32;
const journalNames = { private: 'private-key', public: 'public-key' } as const;

/** X25519 pairs made here or by the service, in the encodings that Xray and WireGuard want. */
export type KeyTools = ReturnType<typeof createKeyTools>;

/** @param journaled what an entry of the journal holds under a name */
export function createKeyTools(journaled: (entry: string, name: PurchaseSecret) => Result<string>) {
  let made: Readonly<Record<Half, Buffer>> | undefined;

  function key(pair: string, half: Half): Result<Buffer> {
    if (pair === local) return made ? ok(made[half]) : fail('not-found');
    const held = journaled(pair, journalNames[half]);
    if (!held.ok) return held;
    // Node reads Base64 in both alphabets, with padding or without.
    const bytes = Buffer.from(held.value, 'base64');
    return bytes.length === keyLength
      ? ok(bytes)
      : fail('bad-response', { endpoint: 'xray.createKeys' });
  }

  return {
    make(): PublicKey {
      made = newPair();
      return inEachEncoding(made.public);
    },
    publicKey(pair: string): Result<PublicKey> {
      const bytes = key(pair, 'public');
      return bytes.ok ? ok(inEachEncoding(bytes.value)) : bytes;
    },
    leaving({ pair, half, encoding }: KeyRef): Result<LeavingSecret> {
      const bytes = key(pair, half);
      return bytes.ok ? ok({ text: encoded(bytes.value, encoding) }) : bytes;
    },
  };
}

function newPair(): Readonly<Record<Half, Buffer>> {
  const { privateKey, publicKey } = generateKeyPairSync('x25519', {
    privateKeyEncoding: { format: 'der', type: 'pkcs8' },
    publicKeyEncoding: { format: 'der', type: 'spki' },
  });
  // Both wrappings (RFC 8410) end with the bare key.
  return {
    private: clamped(privateKey.subarray(-keyLength)),
    public: publicKey.subarray(-keyLength),
  };
}

/** As `wg genkey` writes it (RFC 7748, 5); the public half of it is the same. */
function clamped(bytes: Uint8Array): Buffer {
  const key = Buffer.from(bytes);
  key.writeUInt8(key.readUInt8(0) & 248, 0);
  key.writeUInt8((key.readUInt8(keyLength - 1) & 127) | 64, keyLength - 1);
  return key;
}

function encoded(bytes: Buffer, encoding: KeyEncoding): string {
  return bytes.toString(encoding === 'xray' ? 'base64url' : 'base64');
}

function inEachEncoding(bytes: Buffer): PublicKey {
  return { xray: encoded(bytes, 'xray'), wireguard: encoded(bytes, 'wireguard') };
}

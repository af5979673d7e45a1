import type { Random } from '#core/kernel/ports.ts';
import { bytesAt, numberAt, sameBytes } from './reading.ts';
import { counted } from './writing.ts';

/** A packet that every QUIC server answers with the versions it knows, and how to tell that answer. */
interface QuicProbe {
  readonly packet: Buffer;
  /** Whether a datagram is the Version Negotiation packet for it (RFC 8999, 6). */
  readonly isAnswer: (datagram: Uint8Array) => boolean;
}

/** Servers ignore first packets that are smaller (RFC 9000, 14.1), bytes. */
const smallestFirst = 1200;
const idLength = 8;

/** A version reserved for making servers negotiate (RFC 9000, 15; RFC 8999). */
export function quicProbe(random: Random): QuicProbe {
  const [destination, source] = [random.bytes(idLength), random.bytes(idLength)];
  const version = random.bytes(4).map((byte) => (byte & 0xf0) | 0x0a);
  const head = Buffer.concat([
    Buffer.from([0xc0]),
    version,
    counted(1, destination),
    counted(1, source),
  ]);
  const packet = Buffer.concat([head, random.bytes(smallestFirst - head.byteLength)]);
  return {
    packet,
    isAnswer(datagram) {
      const first = numberAt(datagram, 0, 1) ?? 0;
      if ((first & 0x80) === 0 || numberAt(datagram, 1, 4) !== 0) return false;
      const toUs = countedAt(datagram, 5);
      const fromThem = toUs && countedAt(datagram, 6 + toUs.byteLength);
      if (!fromThem || !sameBytes(toUs, source) || !sameBytes(fromThem, destination)) return false;
      const versions = datagram.byteLength - 7 - 2 * idLength;
      return versions > 0 && versions % 4 === 0;
    },
  };
}

function countedAt(bytes: Uint8Array, at: number): Buffer | undefined {
  const length = numberAt(bytes, at, 1);
  return length === undefined ? undefined : bytesAt(bytes, at + 1, length);
}

import type { Random } from '#core/kernel/ports.ts';
import { bytesAt, counted, numberAt, sameBytes } from './bytes.ts';

/** Servers ignore first packets that are smaller (RFC 9000, 14.1), bytes. */
const smallestFirst = 1200;
const idLength = 8;

/** A packet of a version that makes every server name those it knows (RFC 9000, 15; RFC 8999, 6). */
export function quicProbe(random: Random) {
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
    isAnswer: (datagram: Uint8Array): boolean => {
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

import type { Random } from '#core/kernel/ports.ts';
import { bytesAt, numberBytes } from './bytes.ts';
import { plainTypes, type MessageTypes } from './wireguard.ts';

/** The values that a message's type may have, both ends included. */
export interface HeaderRange {
  readonly from: number;
  readonly to: number;
}

/** What AmneziaWG 2 adds to WireGuard's packets (amneziawg-go, `device/send.go`, `device/obf.go`). */
export interface AmneziaOptions {
  /** How many junk packets go first, and the least and most bytes in one. */
  readonly junkCount: number;
  readonly junkMin: number;
  readonly junkMax: number;
  readonly initiationPadding: number;
  readonly responsePadding: number;
  readonly cookiePadding: number;
  readonly initiationType: HeaderRange;
  readonly responseType: HeaderRange;
  readonly cookieType: HeaderRange;
  /** I1 to I5, packets that look like another protocol's, already taken apart. */
  readonly signatures: readonly SignaturePacket[];
}

/** A part of a signature packet: bytes as they are, so many random ones, or the time. */
type SignaturePart =
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array }
  | { readonly kind: 'random' | 'letters' | 'digits'; readonly length: number }
  | { readonly kind: 'time' }
  | { readonly kind: 'count' };
type SignaturePacket = readonly SignaturePart[];

/** The largest datagram that a check sends, bytes: what passes nearly every network whole. */
const largestPacket = 1500;
const letters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';
const digits = '0123456789';

/** Takes a signature packet such as `<b 0xc0ff><t><r 16>` apart; `undefined` when it is not one. */
export function readSignature(text: string): SignaturePacket | undefined {
  // Not one pattern for the whole: it would try every way to share out the spaces between two tags.
  if (text.trim() === '' || text.replaceAll(/<[^<>]*>/g, '').trim() !== '') return undefined;
  const parts = [...text.matchAll(/<([^<>]*)>/g)].map(([, tag = '']) => signaturePart(tag));
  const known = parts.filter((part) => part !== undefined);
  return known.length === parts.length ? known : undefined;
}

/** The types of this handshake's messages; the initiation's is drawn from its range. */
export function messageTypes(options: AmneziaOptions, random: Random): MessageTypes {
  const { initiationType: own, responseType, cookieType } = options;
  const within = ({ from, to }: HeaderRange) => {
    return (type: number) => type >= from && type <= to;
  };
  return {
    initiation: own.from + Math.floor(random.unit() * (own.to - own.from + 1)),
    response: within(responseType),
    cookie: within(cookieType),
  };
}

/** Of the junk packets no more are sent: they are for those who watch, and no server counts them. */
const maxJunkSent = 32;

/** The datagrams that begin a handshake: signature packets, junk, and the padded initiation. */
export function amneziaDatagrams(
  options: AmneziaOptions,
  initiation: Uint8Array,
  random: Random,
  nowMs: number,
): Buffer[] {
  const { junkMin, junkMax } = options;
  const signatures = options.signatures.map((packet, count) =>
    Buffer.concat(packet.map((part) => partBytes(part, random, nowMs, count))),
  );
  const junk = Array.from({ length: Math.min(options.junkCount, maxJunkSent) }, () => {
    const length = junkMin + Math.floor(random.unit() * (junkMax - junkMin + 1));
    return Buffer.from(random.bytes(length));
  });
  const padded = Buffer.concat([random.bytes(options.initiationPadding), initiation]);
  return [...signatures, ...junk, padded];
}

/** A response and a cookie differ in how many random bytes stand before them. */
export function messagesIn(options: AmneziaOptions, datagram: Uint8Array): Buffer[] {
  return [options.responsePadding, options.cookiePadding].flatMap(
    (padding) => bytesAt(datagram, padding, datagram.byteLength - padding) ?? [],
  );
}

export function isSendable(options: AmneziaOptions): boolean {
  const { junkCount, junkMin, junkMax, initiationPadding } = options;
  return (
    junkCount <= 128 &&
    junkMin <= junkMax &&
    junkMax <= largestPacket &&
    initiationPadding <= largestPacket &&
    options.signatures.every(
      (packet) => packet.reduce((sum, part) => sum + partLength(part), 0) <= largestPacket,
    )
  );
}

/** Plain WireGuard in the terms of AmneziaWG. */
export const noAmnezia: AmneziaOptions = {
  junkCount: 0,
  junkMin: 0,
  junkMax: 0,
  initiationPadding: 0,
  responsePadding: 0,
  cookiePadding: 0,
  initiationType: { from: plainTypes.initiation, to: plainTypes.initiation },
  responseType: { from: 2, to: 2 },
  cookieType: { from: 3, to: 3 },
  signatures: [],
};

const drawnKinds = { r: 'random', rc: 'letters', rd: 'digits' } as const;

function signaturePart(tag: string): SignaturePart | undefined {
  const [name = '', value = ''] = tag.trim().split(/\s+/);
  const hex = value.replace(/^0x/, '');
  const length = /^\d{1,4}$/.test(value) ? Number(value) : undefined;
  switch (name) {
    case 'b':
      return /^([\da-f]{2})+$/i.test(hex)
        ? { kind: 'bytes', bytes: Buffer.from(hex, 'hex') }
        : undefined;
    case 't':
      return { kind: 'time' };
    case 'c':
      return { kind: 'count' };
    case 'r':
    case 'rc':
    case 'rd':
      return length === undefined ? undefined : { kind: drawnKinds[name], length };
    default:
      return undefined;
  }
}

function partLength(part: SignaturePart): number {
  if (part.kind === 'bytes') return part.bytes.byteLength;
  return 'length' in part ? part.length : 4;
}

function partBytes(part: SignaturePart, random: Random, nowMs: number, count: number): Buffer {
  switch (part.kind) {
    case 'bytes':
      return Buffer.from(part.bytes);
    case 'random':
      return Buffer.from(random.bytes(part.length));
    case 'letters':
      return drawn(letters, part.length, random);
    case 'digits':
      return drawn(digits, part.length, random);
    case 'time':
      return numberBytes(Math.floor(nowMs / 1000) % 2 ** 32, 4);
    case 'count':
      return numberBytes(count, 4);
  }
}

function drawn(alphabet: string, length: number, random: Random): Buffer {
  const bytes = random.bytes(length).map((byte) => alphabet.charCodeAt(byte % alphabet.length));
  return Buffer.from(bytes);
}

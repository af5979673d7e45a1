import { isIPv4, isIPv6 } from 'node:net';
import { decode, encode } from 'dns-packet';

/** Addresses of version 4 or 6. */
export type DnsType = 'A' | 'AAAA';

/** A whole name is shorter, bytes (RFC 1035, 2.3.4). */
const longestName = 253;
/** Labels of letters, digits, hyphens and underscores, at least two: a single one is of the local network. */
const publicName = /^(?=.*[a-z_-])([a-z\d_-]{1,63}\.)+[a-z\d_-]{1,63}$/i;

const isAddress = { A: isIPv4, AAAA: isIPv6 };
/** Where the code of an answer is in its flags, and two of its values (RFC 1035, 4.1.1). */
const codeBits = 0xf;
const noError = 0;
const noSuchName = 3;

/** A DNS-over-HTTPS question (RFC 8484, identifier 0); `undefined` for no public name. */
export function dnsQuestion(name: string, type: DnsType): Buffer | undefined {
  if (name.length > longestName || !publicName.test(name)) return undefined;
  return encode({ type: 'query', id: 0, flags: 0x01_00, questions: [{ type, name }] });
}

/** The addresses in an answer, none where there is no such name; `undefined` where it does not say. */
export function readDnsAnswer(bytes: Uint8Array, type: DnsType): readonly string[] | undefined {
  let packet: ReturnType<typeof decode>;
  try {
    packet = decode(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  } catch {
    // The package says by throwing that it is not a packet.
    return undefined;
  }
  const code = (packet.flags ?? 0) & codeBits;
  if (packet.type !== 'response' || (code !== noError && code !== noSuchName)) return undefined;
  return (packet.answers ?? []).flatMap((answer) =>
    // The package reads an address from what is too short for one as well.
    answer.type === type && isAddress[type](answer.data) ? [answer.data] : [],
  );
}

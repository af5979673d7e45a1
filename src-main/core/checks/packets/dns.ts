import { decode, encode } from 'dns-packet';
import { z } from 'zod';

/** Addresses of version 4 or 6. */
export type DnsType = 'A' | 'AAAA';

/** A whole name is shorter, bytes (RFC 1035, 2.3.4). */
const longestName = 253;
/** Labels of letters, digits, hyphens and underscores, at least two: a single one is of the local network. */
const publicName = /^(?=.*[a-z_-])([a-z\d_-]{1,63}\.)+[a-z\d_-]{1,63}$/i;

const Addresses = { A: z.ipv4(), AAAA: z.ipv6() };

/**
 * A question for the addresses of a name, as DNS over HTTPS asks it (RFC 8484, 4.1: the identifier
 * is 0). `undefined` for what is no name of the public DNS, such as an address.
 */
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
  const { rcode } = Header.parse(packet);
  if (packet.type !== 'response' || (rcode !== 'NOERROR' && rcode !== 'NXDOMAIN')) return undefined;
  return (packet.answers ?? []).flatMap((answer) => {
    if (answer.type !== type) return [];
    return Addresses[type].safeParse(answer.data).data ?? [];
  });
}

/** What the package's types leave out. */
const Header = z.object({ rcode: z.string().optional() });

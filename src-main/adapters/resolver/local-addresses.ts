import { BlockList, isIP, isIPv4, isIPv6 } from 'node:net';
import { networkInterfaces } from 'node:os';

/** Not of the internet (IANA). 198.18.0.0/15 is left out: VPN clients give it out and forward it. */
const localRanges = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  // Between a provider and its customers (RFC 6598); clouds have metadata services there too.
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.168.0.0/16',
  // Multicast, and all above it: reserved, and the broadcast address.
  '224.0.0.0/3',
  // The loopback, and IPv4 addresses in a form that nothing uses.
  '::/96',
  '100::/64',
  // Teredo: an IPv4 address and port behind a router.
  '2001::/32',
  'fc00::/7',
  'fe80::/10',
  'fec0::/10',
  'ff00::/8',
] as const;

/** Prefixes whose addresses lead to the IPv4 address in them, and where it begins, in groups of 16 bits. */
const translated = [
  // RFC 6052 and RFC 8215 (NAT64), and RFC 2765.
  { list: listOf(['64:ff9b::/96', '64:ff9b:1::/48', '::ffff:0:0:0/96']), at: 6 },
  // RFC 3056: 6to4.
  { list: listOf(['2002::/16']), at: 1 },
];

/** Tells local addresses from the internet's, also IPv4 within IPv6. Read when it is created. */
export function createLocalAddresses(): (address: string) => boolean {
  const list = listOf(localRanges);
  for (const { address, cidr } of Object.values(networkInterfaces()).flatMap((of) => of ?? [])) {
    // Devices beside this one have public addresses in IPv6; in IPv4 only this computer may have.
    if (isIPv6(address) && cidr !== null) addRange(list, cidr);
    else list.addAddress(address, isIPv6(address) ? 'ipv6' : 'ipv4');
  }
  const isLocal = (address: string): boolean => {
    // Of an IPv4 address that is mapped into IPv6 (::ffff:0:0/96) the list judges the IPv4 address.
    if (list.check(address, isIPv4(address) ? 'ipv4' : 'ipv6')) return true;
    const inner = innerAddress(address);
    return inner !== undefined && isLocal(inner);
  };
  return isLocal;
}

/** An IPv4 address in any spelling that systems read as one (`127.1`, `0x7f000001`); another host as it is. */
export function plainHost(host: string): string {
  const written = isIP(host) === 0 ? (URL.parse(`http://${host}`)?.hostname ?? '') : '';
  return isIPv4(written) ? written : host;
}

function listOf(ranges: readonly string[]): BlockList {
  const list = new BlockList();
  for (const range of ranges) addRange(list, range);
  return list;
}

function addRange(list: BlockList, range: string): void {
  const [address = '', bits] = range.split('/');
  list.addSubnet(address, Number(bits), isIPv6(address) ? 'ipv6' : 'ipv4');
}

/** The IPv4 address that an IPv6 address is translated to on its way. */
function innerAddress(address: string): string | undefined {
  if (!isIPv6(address)) return undefined;
  const range = translated.find(({ list }) => list.check(address, 'ipv6'));
  if (!range) return undefined;
  const groups = groupsOf(address);
  return [groups[range.at] ?? 0, groups[range.at + 1] ?? 0]
    .flatMap((group) => [group >> 8, group & 0xff])
    .join('.');
}

function groupsOf(address: string): readonly number[] {
  const [plain = ''] = address.split('%');
  // The URL parser writes an address in one way: in hexadecimal, with one `::` at most.
  const written = (URL.parse(`http://[${plain}]`)?.hostname ?? '').slice(1, -1);
  const [head = [], tail = []] = written
    .split('::')
    .map((part) => (part === '' ? [] : part.split(':').map((group) => parseInt(group, 16))));
  return [...head, ...Array<number>(8 - head.length - tail.length).fill(0), ...tail];
}

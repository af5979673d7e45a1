/** Both ends included. */
export interface PortRange {
  readonly from: number;
  readonly to: number;
}

export interface Address {
  /** A name or an address, without brackets. */
  readonly host: string;
  readonly ports: readonly PortRange[];
}

/** A domain name or an address. What does not look like one may be a secret, and is not shown. */
const hostName =
  /^(?:\[([0-9a-f:.]+)\]|([\p{L}\p{N}_-]{1,63}(?:\.[\p{L}\p{N}_-]{1,63})+\.?|localhost))$/iu;

/** Reads `host:port`, or several ports; answers which part is none. */
export function readAddress(text: string, usualPort?: number): Address | 'host' | 'port' {
  const [, hostText = '', portText] = /^(\[[^\]]*\]|[^:]*)(?::(.*))?$/s.exec(text) ?? [];
  const [, bracketed, plain] = hostName.exec(hostText) ?? [];
  const host = bracketed ?? plain;
  if (host === undefined) return 'host';
  const ports = readPorts(portText === undefined || portText === '' ? String(usualPort) : portText);
  return ports ? { host, ports } : 'port';
}

/** Ports such as `443,20000-29999`; `undefined` when that is not what a text is. */
export function readPorts(text: string): readonly PortRange[] | undefined {
  const ranges = text.split(',').map((part) => /^(\d{1,5})(?:-(\d{1,5}))?$/.exec(part.trim()));
  const read = ranges.flatMap((match) =>
    match ? [{ from: Number(match[1]), to: Number(match[2] ?? match[1]) }] : [],
  );
  const valid = read.every(({ from, to }) => from >= 1 && from <= to && to <= 65_535);
  return valid && read.length === ranges.length ? read : undefined;
}

export function onePort({ ports }: Pick<Address, 'ports'>): number | undefined {
  const [first, ...more] = ports;
  return first?.from === first?.to && more.length === 0 ? first?.from : undefined;
}

export function writtenPorts(ports: readonly PortRange[]): string[] {
  return ports.map(({ from, to }) =>
    from === to ? String(from) : `${String(from)}-${String(to)}`,
  );
}

/** `host:port` as written in a URL. */
export function hostAndPort(host: string, port: number): string {
  return `${writtenHost(host)}:${String(port)}`;
}

/** An address as it is shown, with brackets where it needs them. */
export function writtenHost(host: string): string {
  return host.includes(':') ? `[${host}]` : host;
}

/**
 * Chromium knows no `app://` of ours: a page of `app://culvert/x` is a page of
 * `https://culvert.app.invalid/x` in it, a name that no resolver answers.
 */
const domain = 'invalid';

export function toEngine(address: string): string {
  const { protocol, host, pathname, search, hash } = new URL(address);
  const scheme = protocol.slice(0, -1);
  return `https://${host}.${scheme}.${domain}${pathname}${search}${hash}`;
}

/** The program's own address of an engine's address; any other address is itself. */
export function fromEngine(address: string, schemes: ReadonlySet<string>): string {
  if (!URL.canParse(address)) return address;
  const { protocol, host, pathname, search, hash } = new URL(address);
  const [scheme, top] = host.split('.').slice(-2);
  if (protocol !== 'https:' || top !== domain || scheme === undefined || !schemes.has(scheme)) {
    return address;
  }
  const name = host.slice(0, -`.${scheme}.${domain}`.length);
  return `${scheme}://${name}${pathname}${search}${hash}`;
}

/** What `WebFrameMain.origin` says of an address. */
export function originOf(address: string): string {
  if (!URL.canParse(address)) return 'null';
  const { protocol, host, origin } = new URL(address);
  return origin !== 'null' ? origin : host === '' ? 'null' : `${protocol}//${host}`;
}

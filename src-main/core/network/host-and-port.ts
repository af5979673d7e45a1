/** `host:port` as written in a URL: an IPv6 address is in brackets. */
export function hostAndPort(host: string, port: number): string {
  return `${host.includes(':') ? `[${host}]` : host}:${String(port)}`;
}

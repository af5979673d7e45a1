/** Which resource of the service a connection is. */
export type ConnectionId =
  | { readonly source: 'config'; readonly configId: number }
  | { readonly source: 'cloud'; readonly serverId: number; readonly configId: number }
  | { readonly source: 'proxy'; readonly serverId: number; readonly proxyId: number }
  | { readonly source: 'paid'; readonly optionId: number; readonly configId: number }
  | { readonly source: 'subconfig'; readonly owner: string };

const subconfigPrefix = 'sub:';
const numbered = /^(config|cloud|proxy|paid):(-?\d+)(?::(-?\d+))?$/;

/** The key that names a connection in the list, on disk and over IPC, such as `cloud:3:17`. */
export function connectionKey(id: ConnectionId): string {
  switch (id.source) {
    case 'config':
      return `config:${String(id.configId)}`;
    case 'cloud':
      return `cloud:${String(id.serverId)}:${String(id.configId)}`;
    case 'proxy':
      return `proxy:${String(id.serverId)}:${String(id.proxyId)}`;
    case 'paid':
      return `paid:${String(id.optionId)}:${String(id.configId)}`;
    case 'subconfig':
      return `${subconfigPrefix}${id.owner}`;
  }
}

/** What `connectionKey` made the key from; `undefined` for any other text. */
export function parseConnectionKey(key: string): ConnectionId | undefined {
  if (key.startsWith(subconfigPrefix)) {
    const owner = key.slice(subconfigPrefix.length);
    const source = parseConnectionKey(owner)?.source;
    return source === 'config' || source === 'paid' ? { source: 'subconfig', owner } : undefined;
  }
  const [, source, one = '', two] = numbered.exec(key) ?? [];
  const [first, second] = [Number(one), Number(two)];
  if (source === 'config') return two === undefined ? { source, configId: first } : undefined;
  if (two === undefined) return undefined;
  if (source === 'cloud') return { source, serverId: first, configId: second };
  if (source === 'proxy') return { source, serverId: first, proxyId: second };
  return source === 'paid' ? { source, optionId: first, configId: second } : undefined;
}

/** The key of the configuration whose subconfig this is; a connection's own key otherwise. */
export function owningKey(key: string): string {
  const id = parseConnectionKey(key);
  return id?.source === 'subconfig' ? id.owner : key;
}

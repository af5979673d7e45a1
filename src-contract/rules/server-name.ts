import type { CloudServer } from '#contract/records/cloud-servers.ts';

type ServerId =
  /** A server of the service's own, which configurations and paid options share. */
  | { readonly kind: 'shared'; readonly id: number }
  | { readonly kind: 'cloud'; readonly id: number }
  /** The server of a paid option's configuration, by the index of the configuration. */
  | { readonly kind: 'option'; readonly optionId: number; readonly index: number };

/** A shared server's name: statistics belong to servers, which configurations share. */
export function sharedServerName(id: number): string {
  return `server:${String(id)}`;
}

export function cloudServerName(id: number): string {
  return `cloud:${String(id)}`;
}

export function optionServerName(optionId: number, index: number): string {
  return `option:${String(optionId)}:${String(index)}`;
}

/** What a name was made from; `undefined` for any other text. */
export function parseServerName(name: string): ServerId | undefined {
  const [, kind, one = '', index] = /^(server|cloud|option):(-?\d+)(?::(\d+))?$/.exec(name) ?? [];
  const id = Number(one);
  if (kind === 'option') {
    return index === undefined ? undefined : { kind, optionId: id, index: Number(index) };
  }
  if (index !== undefined) return undefined;
  if (kind === 'cloud') return { kind, id };
  return kind === 'server' ? { kind: 'shared', id } : undefined;
}

/** The id of the cloud server with this name; `undefined` for the name of another server. */
export function cloudServerId(name: string): number | undefined {
  const server = parseServerName(name);
  return server?.kind === 'cloud' ? server.id : undefined;
}

/** What a cloud server is called: its hostname, else where it is, else its address; else empty. */
export function cloudServerTitle(
  { hostname, url }: Pick<CloudServer, 'hostname' | 'url'>,
  place: string | undefined,
): string {
  return [hostname, place, url].find(Boolean) ?? '';
}

import type { ConnectionDetail, ConnectionSource } from '#contract/ipc/connections.ts';
import { connectionKey, parseConnectionKey } from '#contract/rules/connection-key.ts';
import type { ConnectionLine } from './connection.ts';

/** Only configurations and paid option configurations can have a subconfig. */
export function takesSubconfig(source: ConnectionSource): boolean {
  return source === 'config' || source === 'paid';
}

/** The key of a connection's subconfig, or `null`; nothing while that has not been read. */
export function subconfigOf(
  { key, source }: ConnectionLine,
  scopes: Readonly<Record<string, number>>,
  exists: (key: string) => boolean,
): Pick<ConnectionDetail, 'subconfig'> {
  if (!takesSubconfig(source)) return { subconfig: null };
  const sub = connectionKey({ source: 'subconfig', owner: key });
  if (scopes[sub] === undefined) return {};
  return { subconfig: exists(sub) ? sub : null };
}

/** The connection whose detail shows the subconfig of this scope. */
export function ownerOf(scope: string): string[] {
  const id = parseConnectionKey(scope);
  return id?.source === 'subconfig' ? [id.owner] : [];
}

/** What a subconfig has from its configuration, with which it lives and expires. */
export function inheritedFrom(owner: ConnectionLine) {
  const { title, country, place, online, expiresAt, autoRenewal, autoRenewalDays, server } = owner;
  return { title, country, place, online, expiresAt, autoRenewal, autoRenewalDays, server };
}

/**
 * The subconfigs of these connections that are not as the connections are now, as they should be.
 *
 * @param lineOf finds a line by its key
 */
export function outdatedSubconfigs(
  owners: readonly string[],
  lineOf: (key: string) => ConnectionLine | undefined,
): ConnectionLine[] {
  return owners.flatMap((key) => {
    const owner = lineOf(key);
    if (!owner || !takesSubconfig(owner.source)) return [];
    const line = lineOf(connectionKey({ source: 'subconfig', owner: key }));
    if (!line) return [];
    const inherited = inheritedFrom(owner);
    const isSame = JSON.stringify(inheritedFrom(line)) === JSON.stringify(inherited);
    return isSame ? [] : [{ ...line, ...inherited }];
  });
}

import type { ConnectionDetail } from '#contract/ipc/connections.ts';
import { connectionKey, parseConnectionKey } from '#contract/rules/connection-key.ts';
import type { ConnectionLine } from './connection.ts';

/** Only configurations and paid option configurations can have a subconfig. */
export function subconfigOf(
  { key, source }: ConnectionLine,
  scopes: Readonly<Record<string, number>>,
  exists: (key: string) => boolean,
): Pick<ConnectionDetail, 'subconfig'> {
  if (source !== 'config' && source !== 'paid') return { subconfig: null };
  const sub = connectionKey({ source: 'subconfig', owner: key });
  if (scopes[sub] === undefined) return {};
  return { subconfig: exists(sub) ? sub : null };
}

/** Whose detail tells of a subconfig: that it has one, has none, or another one now. */
export function ownerOf(scope: string): string[] {
  const id = parseConnectionKey(scope);
  return id?.source === 'subconfig' ? [id.owner] : [];
}

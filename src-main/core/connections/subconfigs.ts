import type { ConnectionDetail } from '#contract/ipc/connections.ts';
import type { ConnectionLine } from './connection.ts';

/** Only configurations and paid option configurations can have a subconfig. */
export function subconfigOf(
  { key, source }: ConnectionLine,
  scopes: Readonly<Record<string, number>>,
  exists: (key: string) => boolean,
): Pick<ConnectionDetail, 'subconfig'> {
  if (source !== 'config' && source !== 'paid') return { subconfig: null };
  const sub = `sub:${key}`;
  if (scopes[sub] === undefined) return {};
  return { subconfig: exists(sub) ? sub : null };
}

/** Whose detail tells of a subconfig: that it has one, has none, or another one now. */
export function ownerOf(scope: string): string[] {
  return scope.startsWith('sub:') ? [scope.slice(4)] : [];
}

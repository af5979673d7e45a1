import { sourceOf } from '#contract/connections/sources.ts';
import type { ConnectionDetail, ConnectionRecord } from '#contract/ipc/connections.ts';
import { connectionKey, parseConnectionKey } from '#contract/rules/connection-key.ts';

/** The key of a connection's subconfig, or `null`; nothing while that has not been read. */
export function subconfigOf(
  { key }: ConnectionRecord,
  scopes: Readonly<Record<string, unknown>>,
  exists: (key: string) => boolean,
): Pick<ConnectionDetail, 'subconfig'> {
  if (!sourceOf(key)?.subconfig) return { subconfig: null };
  const sub = connectionKey({ source: 'subconfig', owner: key });
  if (scopes[sub] === undefined) return {};
  return { subconfig: exists(sub) ? sub : null };
}

/** The connection whose detail shows the subconfig of this scope; none for other scopes. */
export function ownerOf(scope: string): string[] {
  const id = parseConnectionKey(scope);
  return id?.source === 'subconfig' ? [id.owner] : [];
}

/** What a subconfig has from its configuration, with which it lives and expires. */
export function inheritedFrom(owner: ConnectionRecord) {
  const { title, country, place, online, expiresAt, autoRenewal, autoRenewalDays, server } = owner;
  return { title, country, place, online, expiresAt, autoRenewal, autoRenewalDays, server };
}

export function subconfigsOf(
  owners: readonly string[],
  recordOf: (key: string) => ConnectionRecord | undefined,
): ConnectionRecord[] {
  return owners.flatMap((key) => {
    const owner = recordOf(key);
    const subconfig = recordOf(connectionKey({ source: 'subconfig', owner: key }));
    return owner && subconfig ? [{ ...subconfig, ...inheritedFrom(owner) }] : [];
  });
}

/** The configuration whose subconfig a change of this input made out of date. */
export function subconfigOwner(ids: readonly string[], changed: unknown): string | undefined {
  const { config_id, id, configId } =
    (changed as { path?: Readonly<Record<string, unknown>> } | undefined)?.path ?? {};
  if (ids.includes('configs.subconfig'))
    return connectionKey({ source: 'config', configId: Number(config_id) });
  return ids.includes('paidOptions.subconfig')
    ? connectionKey({ source: 'paid', optionId: Number(id), configId: Number(configId) })
    : undefined;
}

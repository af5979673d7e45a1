import { connectionKey } from '#contract/rules/connection-key.ts';
import { cloudServerName, sharedServerName } from '#contract/rules/server-name.ts';
import type { Api, EndpointId } from '#contract/api/index.ts';
import type { DataOf } from '#contract/endpoint.ts';
import type { ConnectionRecord } from '#contract/ipc/connections.ts';
import { makeConnection, type Connection } from './connection.ts';
import { inheritedFrom } from './subconfigs.ts';

type ItemOf<Id extends EndpointId> = DataOf<Api[Id]> extends readonly (infer Item)[] ? Item : never;

type CloudServer = ItemOf<'cloudServers.list'>;
type PaidOption = ItemOf<'paidOptions.list'>;

export type Place = Pick<ConnectionRecord, 'country' | 'place'>;

/** Looks a location up; one that is not known yet has no name. */
export type PlaceOf = (locationId: number) => Place;

function onlineState(online: boolean | null): ConnectionRecord['online'] {
  if (online === null) return 'unknown';
  return online ? 'online' : 'offline';
}

export function fromConfig(config: ItemOf<'configs.list'>, placeOf: PlaceOf): Connection {
  return makeConnection({
    key: connectionKey({ source: 'config', configId: config.id }),
    source: 'config',
    title: config.title ?? '',
    protocol: config.protocol,
    ...placeOf(config.location_id),
    online: onlineState(config.is_online),
    expiresAt: config.expires_at,
    autoRenewal: config.auto_renewal,
    autoRenewalDays: config.auto_renewal_days,
    createdAt: config.created_at,
    flags: config.flags ?? [],
    extendedSettings: config.is_extended_settings_enabled ?? null,
    server: sharedServerName(config.server_id),
    locationId: config.location_id,
    serverId: config.server_id,
    secrets: config,
  });
}

function fromServer(server: CloudServer, placeOf: PlaceOf) {
  const { country, place } = placeOf(server.location_id);
  return {
    country,
    place: server.hostname ?? place,
    online: onlineState(server.is_online),
    expiresAt: server.expires_at,
    autoRenewal: server.auto_renewal,
    autoRenewalDays: server.auto_renewal_days,
    server: cloudServerName(server.id),
    locationId: server.location_id,
  } as const;
}

export function fromCloudConfig(
  server: CloudServer,
  config: ItemOf<'cloudServers.configs'>,
  placeOf: PlaceOf,
): Connection {
  return makeConnection({
    ...fromServer(server, placeOf),
    key: connectionKey({ source: 'cloud', serverId: server.id, configId: config.id }),
    source: 'cloud',
    title: config.title ?? '',
    protocol: config.protocol,
    createdAt: config.created_at,
    extendedSettings: config.is_extended_settings_enabled,
    secrets: config,
  });
}

export function fromProxy(
  server: CloudServer,
  proxy: ItemOf<'cloudServers.proxies'>,
  placeOf: PlaceOf,
): Connection {
  return makeConnection({
    ...fromServer(server, placeOf),
    key: connectionKey({ source: 'proxy', serverId: server.id, proxyId: proxy.id }),
    source: 'proxy',
    title: proxy.title ?? '',
    protocol: proxy.protocol,
    createdAt: proxy.created_at,
    secrets: { connection_url: proxy.connection_url },
  });
}

/** A paid option's configuration has no location. */
export function fromPaidConfig(
  option: PaidOption,
  config: PaidOption['configs'][number],
): Connection {
  // Which number `:id` wants is not shown (part 2, Paid options): chosen here alone.
  const id = option.option_id;
  return makeConnection({
    key: connectionKey({ source: 'paid', optionId: id, configId: config.id }),
    source: 'paid',
    title: config.title ?? config.custom_title ?? config.original_title,
    protocol: config.protocol,
    online: onlineState(config.is_online),
    expiresAt: option.expires_at,
    autoRenewal: option.auto_renewal,
    autoRenewalDays: option.auto_renewal_days,
    createdAt: config.created_at,
    extendedSettings: config.is_extended_settings_enabled,
    server: sharedServerName(config.server_id),
    serverId: config.server_id,
    secrets: config,
  });
}

/** A subconfig lives and expires with its configuration, and is titled after it. */
export function fromSubconfig(
  owner: ConnectionRecord,
  subconfig: DataOf<Api['configs.subconfig']>,
): Connection {
  return makeConnection({
    ...inheritedFrom(owner),
    key: connectionKey({ source: 'subconfig', owner: owner.key }),
    source: 'subconfig',
    protocol: subconfig.protocol,
    locationId: owner.locationId,
    ...(subconfig.tls_domain !== undefined && { tlsDomain: subconfig.tls_domain }),
    secrets: { connection_url: subconfig.connection_url },
  });
}

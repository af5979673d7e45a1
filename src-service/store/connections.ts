import { brokenFlagRules, flags, selectedFlags, type Flags } from '#contract/rules/flags.ts';
import type { AwgBody } from '#contract/rules/awg.ts';
import {
  isExtended,
  vlessProtocols,
  type Connection,
  type Endpoint,
} from '#service/connections/connection.ts';
import { newAwgParameters } from '#service/connections/awg.ts';
import { issue } from '#service/connections/issue.ts';
import { proxyUrl } from '#service/connections/urls.ts';
import { present } from './find.ts';
import { nextId, type Store } from './store.ts';
import { refuse } from './refusal.ts';
import { serverOf } from './servers.ts';
import type { SubconfigRecord } from './records/owned.ts';

/** The flags of a request as the store keeps them; refuses a broken rule of part 1 with BAD_REQUEST. */
export function acceptFlags(
  body: Flags,
  protocol: string,
  locationId: number,
): Record<string, true> {
  const [broken] = brokenFlagRules(body, { protocol, location_id: locationId });
  if (broken !== undefined) throw refuse('BAD_REQUEST', broken.id);
  return selectedFlags(body);
}

/** The same of a change of a configuration: what it does not name is off, or as it was. */
export function changeFlags(
  { readings }: Store,
  { options }: Pick<Connection, 'options'>,
  body: Flags & { readonly protocol: string },
  locationId: number,
): Record<string, true> {
  const before: Flags = readings['absent-flags'] === 'kept' ? options : {};
  const named = flags.filter((name) => body[name] !== undefined);
  const after = Object.fromEntries(named.map((name) => [name, body[name]]));
  return acceptFlags({ ...before, ...after }, body.protocol, locationId);
}

/** Puts a user's own Xray configuration in place. It must be a JSON object. */
export function setXray(
  connection: Connection,
  endpoint: Endpoint,
  body: { xray_config: string; public_key?: string | null | undefined },
): void {
  requireExtended(connection);
  if (!isJsonObject(body.xray_config)) {
    throw refuse('BAD_REQUEST', 'xray_config is not a JSON object');
  }
  connection.custom_xray = {
    xray_config: body.xray_config,
    public_key: body.public_key ?? connection.custom_xray?.public_key ?? null,
  };
  issue(connection, endpoint);
}

export function resetXray(connection: Connection, endpoint: Endpoint): void {
  requireExtended(connection);
  connection.custom_xray = null;
  issue(connection, endpoint);
}

/** Changes the given AmneziaWG parameters and keeps the others. */
export function setAwg(connection: Connection, endpoint: Endpoint, body: AwgBody): void {
  if (connection.protocol !== 'amnezia-wg-2') {
    throw refuse('BAD_REQUEST', 'the configuration is not AmneziaWG');
  }
  const before = connection.awg ?? newAwgParameters(connection.secret);
  const given = Object.entries(body).filter(([, value]) => value !== undefined);
  const after = { ...before, ...Object.fromEntries(given) };
  if (after.jmin > after.jmax) throw refuse('BAD_REQUEST', 'jmin is above jmax');
  if (new Set([after.h1, after.h2, after.h3, after.h4]).size < 4) {
    throw refuse('BAD_REQUEST', 'h1 to h4 must differ');
  }
  connection.awg = after;
  issue(connection, endpoint);
}

/** Leads what enters at `entry` out at `exit`. Both must be of an Xray protocol. */
export function bridge(entry: Connection, endpoint: Endpoint, exit: Connection): void {
  if (entry === exit) throw refuse('BAD_REQUEST', 'a bridge needs two configurations');
  for (const end of [entry, exit]) {
    if (!vlessProtocols.has(end.protocol)) {
      throw refuse('BAD_REQUEST', 'both ends of a bridge must be VLESS');
    }
  }
  entry.bridge = { connection_url: exit.connection_url };
  issue(entry, endpoint);
}

interface WithSubconfig {
  readonly server_id: number;
  subconfig: SubconfigRecord | null;
}

/** The wire's three fields of an extra proxy; refuses where there is none. */
export function subconfigAddress(config: WithSubconfig) {
  const { id, protocol, secret, tls_domain } = present(config.subconfig);
  const { host } = serverOf(config.server_id);
  return {
    id,
    protocol,
    connection_url: proxyUrl(protocol, secret, host, tls_domain ?? undefined),
  };
}

function newSubconfig(
  store: Store,
  protocol: string,
  tlsDomain = 'www.example.com',
): SubconfigRecord {
  const tls_domain = protocol === 'mtproto' ? tlsDomain : null;
  return { id: nextId(store), protocol, secret: store.random.hex(16), tls_domain };
}

export function createSubconfig(
  store: Store,
  config: WithSubconfig,
  protocol: string,
  tlsDomain?: string,
) {
  if (config.subconfig !== null) throw refuse('BAD_REQUEST', 'there is a subconfig already');
  config.subconfig = newSubconfig(store, protocol, tlsDomain);
  return subconfigAddress(config);
}

/** Another proxy with the same id. */
export function changeSubconfig(store: Store, config: WithSubconfig, protocol: string) {
  const { id } = present(config.subconfig);
  config.subconfig = { ...newSubconfig(store, protocol), id };
  return subconfigAddress(config);
}

export function removeSubconfig(config: WithSubconfig): void {
  present(config.subconfig);
  config.subconfig = null;
}

function requireExtended(connection: Connection): void {
  if (!isExtended(connection)) throw refuse('BAD_REQUEST', 'extended settings are off');
}

function isJsonObject(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}

import type { Change, EndpointId, RequestTo } from '#contract/api/index.ts';
import type { ProxyProtocol } from '#contract/constants.ts';
import type { ConnectionSettings } from '#contract/ipc/batches.ts';
import type { AwgBody } from '#contract/rules/awg.ts';
import { parseConnectionKey } from '#contract/rules/connection-key.ts';
import type { Renewable } from '#contract/products.ts';
import type { Flags } from '#contract/rules/flags.ts';

/** What the service can do with a connection, one record for each of its sources. */

interface XrayBody {
  readonly xray_config: string;
  /** Absent keeps the one there is, `null` takes it away. */
  readonly public_key?: string | null;
}

export interface SubconfigRequests {
  readonly read: RequestTo<'configs.subconfig' | 'paidOptions.subconfig'>;
  readonly takesTlsDomain: boolean;
  create(body: { readonly protocol: ProxyProtocol; readonly tls_domain?: string }): Change;
  change(protocol: ProxyProtocol): Change;
  readonly remove: Change;
}

export interface SettingsRequests {
  readonly chooses: { readonly location: boolean; readonly server: boolean };
  /** `undefined` where it needs a location and none was chosen. */
  change(settings: ConnectionSettings & { readonly flags: Flags }): Change | undefined;
  setXray(body: XrayBody): Change;
  readonly resetXray: Change;
  readonly setAwg?: (body: AwgBody) => Change;
  readonly bridgeEnd: { readonly id: number; readonly type: 'config' | 'paid_option' | 'cloud' };
  /** The item that it is in a custom subscription: type and id. */
  readonly bundled: string;
}

/** What can be done with one connection. What is absent cannot be done. */
export interface SourceFacts {
  /** The connection that it lives and expires with, in place of a product. */
  readonly owner?: string;
  readonly renewable: Renewable | undefined;
  readonly statistics:
    | RequestTo<'configs.serverStats' | 'cloudServers.serverStats' | 'paidOptions.configStats'>
    | undefined;
  /** Its longest title, and the change of it; `null` takes it away. */
  readonly title?: {
    readonly max: number;
    readonly set: (title: string | null) => RequestTo<EndpointId>;
  };
  readonly remove?: Change;
  readonly settings?: SettingsRequests;
  readonly subconfig?: SubconfigRequests;
}

function ofConfig(config_id: number): SourceFacts {
  const path = { config_id };
  return {
    renewable: { kind: 'config', id: config_id },
    statistics: { endpoint: 'configs.serverStats', input: { path } },
    title: {
      max: 64,
      set: (title) => ({ endpoint: 'configs.setTitle', input: { path, body: { title } } }),
    },
    settings: {
      chooses: { location: true, server: true },
      change({ protocol, location, server, flags }) {
        if (location === null) return undefined;
        const chosen = { location_id: location, ...(server !== null && { server_id: server }) };
        const body = { protocol, ...chosen, ...flags };
        return { endpoint: 'configs.changeSettings', input: { path, body } };
      },
      setXray: (body) => ({ endpoint: 'configs.setXrayConfig', input: { path, body } }),
      resetXray: { endpoint: 'configs.resetXrayConfig', input: { path } },
      setAwg: (body) => ({ endpoint: 'configs.setAwgConfig', input: { path, body } }),
      bridgeEnd: { id: config_id, type: 'config' },
      bundled: `user_config:${String(config_id)}`,
    },
    subconfig: {
      read: { endpoint: 'configs.subconfig', input: { path } },
      takesTlsDomain: true,
      create: (body) => ({ endpoint: 'configs.createSubconfig', input: { path, body } }),
      change: (protocol) => ({
        endpoint: 'configs.changeSubconfig',
        input: { path, body: { protocol } },
      }),
      remove: { endpoint: 'configs.deleteSubconfig', input: { path } },
    },
  };
}

function onServer(id: number) {
  return {
    renewable: { kind: 'server', id },
    statistics: { endpoint: 'cloudServers.serverStats', input: { path: { id } } },
  } as const;
}

function ofCloud(server_id: number, id: number): SourceFacts {
  const path = { server_id, id };
  const pathByConfig = { server_id, config_id: id };
  return {
    ...onServer(server_id),
    title: {
      max: 64,
      set: (title) => ({
        endpoint: 'cloudServers.setConfigTitle',
        input: { path, body: { title } },
      }),
    },
    remove: { endpoint: 'cloudServers.deleteConfig', input: { path } },
    settings: {
      chooses: { location: false, server: false },
      change: ({ protocol, flags }) => ({
        endpoint: 'cloudServers.changeConfigProtocol',
        input: { path, body: { protocol, ...flags } },
      }),
      setXray: (body) => ({ endpoint: 'cloudServers.setConfigXray', input: { path, body } }),
      resetXray: { endpoint: 'cloudServers.resetConfigXray', input: { path: pathByConfig } },
      setAwg: (body) => ({
        endpoint: 'cloudServers.setConfigAwg',
        input: { path: pathByConfig, body },
      }),
      bridgeEnd: { id, type: 'cloud' },
      bundled: `cloud_server_config:${String(id)}`,
    },
  };
}

function ofProxy(server_id: number, proxy_id: number): SourceFacts {
  const path = { server_id, proxy_id };
  return {
    ...onServer(server_id),
    title: {
      max: 100,
      set: (title) => ({
        endpoint: 'cloudServers.setProxyTitle',
        input: { path, body: { title } },
      }),
    },
    remove: { endpoint: 'cloudServers.deleteProxy', input: { path } },
  };
}

function ofPaid(id: number, configId: number): SourceFacts {
  const path = { id, configId };
  return {
    renewable: { kind: 'option', id },
    statistics: { endpoint: 'paidOptions.configStats', input: { path } },
    title: {
      max: 64,
      set: (title) => ({
        endpoint: 'paidOptions.setConfigTitle',
        input: { path, body: { title } },
      }),
    },
    settings: {
      chooses: { location: false, server: true },
      change: ({ protocol, server, flags }) => ({
        endpoint: 'paidOptions.changeConfigSettings',
        input: {
          path,
          body: { protocol, ...(server !== null && { server_id: server }), ...flags },
        },
      }),
      setXray: (body) => ({ endpoint: 'paidOptions.setConfigXray', input: { path, body } }),
      resetXray: { endpoint: 'paidOptions.resetConfigXray', input: { path } },
      bridgeEnd: { id: configId, type: 'paid_option' },
      bundled: `paid_option_config:${String(configId)}`,
    },
    subconfig: {
      read: { endpoint: 'paidOptions.subconfig', input: { path } },
      takesTlsDomain: false,
      create: ({ protocol }) => ({
        endpoint: 'paidOptions.createSubconfig',
        input: { path, body: { protocol } },
      }),
      change: (protocol) => ({
        endpoint: 'paidOptions.changeSubconfig',
        input: { path, body: { protocol } },
      }),
      remove: { endpoint: 'paidOptions.deleteSubconfig', input: { path } },
    },
  };
}

/** A subconfig lives and expires with its configuration, and is titled after it. */
function ofSubconfig(owner: string): SourceFacts {
  const { renewable, statistics, subconfig } = sourceOf(owner) ?? {};
  return { owner, renewable, statistics, ...(subconfig && { remove: subconfig.remove }) };
}

/** What can be done with the connection of this key; `undefined` for any other text. */
export function sourceOf(key: string): SourceFacts | undefined {
  const id = parseConnectionKey(key);
  switch (id?.source) {
    case 'config':
      return ofConfig(id.configId);
    case 'cloud':
      return ofCloud(id.serverId, id.configId);
    case 'proxy':
      return ofProxy(id.serverId, id.proxyId);
    case 'paid':
      return ofPaid(id.optionId, id.configId);
    case 'subconfig':
      return ofSubconfig(id.owner);
    default:
      return undefined;
  }
}

export function renewableOf(key: string): Renewable | undefined {
  return sourceOf(key)?.renewable;
}

export function paidOptionOf(key: string): number | undefined {
  const renewable = renewableOf(key);
  return renewable?.kind === 'option' ? renewable.id : undefined;
}

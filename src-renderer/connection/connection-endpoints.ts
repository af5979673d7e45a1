import { parseConnectionKey } from '#contract/rules/connection-key.ts';
import type { AwgBody } from '#contract/rules/awg.ts';
import type { Flags } from '#contract/rules/flags.ts';
import { fail, type Result } from '#contract/failure.ts';
import type { Protocol, ProxyProtocol } from '#contract/constants.ts';
import { send } from '#renderer/lib/ipc.ts';

type Sent = Promise<Result<unknown>>;

/** What a user chose of a configuration's settings. */
export interface Settings {
  readonly protocol: Protocol;
  /** `null` where its settings do not choose one. */
  readonly location: number | null;
  /** `null` leaves the choice to the service. */
  readonly server: number | null;
  readonly flags: Flags;
}

interface XrayBody {
  readonly xray_config: string;
  /** Absent keeps the one there is, `null` takes it away. */
  readonly public_key?: string | null;
}

/** The extra proxy of a configuration. */
export interface SubconfigEndpoints {
  /** Whether an `mtproto` one can be given a TLS domain. */
  readonly takesTlsDomain: boolean;
  create(body: { readonly protocol: ProxyProtocol; readonly tls_domain?: string }): Sent;
  change(protocol: ProxyProtocol): Sent;
  remove(): Sent;
}

/** One end of a bridge as the service names it. */
interface BridgeEnd {
  readonly id: number;
  readonly type: 'config' | 'paid_option' | 'cloud';
}

/** What can be changed of one configuration, each change sent to the endpoint of its own source. */
export interface ConnectionEndpoints {
  /** What its settings choose besides the protocol and the flags. */
  readonly chooses: { readonly location: boolean; readonly server: boolean };
  changeSettings(settings: Settings): Sent;
  setXray(body: XrayBody): Sent;
  resetXray(): Sent;
  readonly setAwg?: (body: AwgBody) => Sent;
  readonly subconfig?: SubconfigEndpoints;
  readonly remove?: () => Sent;
  readonly bridgeEnd: BridgeEnd;
}

function ofConfig(config_id: number): ConnectionEndpoints {
  const path = { config_id };
  return {
    chooses: { location: true, server: true },
    changeSettings: async ({ protocol, location, server, flags }) =>
      location === null
        ? fail('invalid-input', { endpoint: 'configs.changeSettings' })
        : send('configs.changeSettings', {
            path,
            body: {
              location_id: location,
              protocol,
              ...(server !== null && { server_id: server }),
              ...flags,
            },
          }),
    setXray: (body) => send('configs.setXrayConfig', { path, body }),
    resetXray: () => send('configs.resetXrayConfig', { path }),
    setAwg: (body) => send('configs.setAwgConfig', { path, body }),
    subconfig: {
      takesTlsDomain: true,
      create: (body) => send('configs.createSubconfig', { path, body }),
      change: (protocol) => send('configs.changeSubconfig', { path, body: { protocol } }),
      remove: () => send('configs.deleteSubconfig', { path }),
    },
    bridgeEnd: { id: config_id, type: 'config' },
  };
}

function ofCloud(server_id: number, id: number): ConnectionEndpoints {
  const path = { server_id, id };
  const pathByConfig = { server_id, config_id: id };
  return {
    chooses: { location: false, server: false },
    changeSettings: ({ protocol, flags }) =>
      send('cloudServers.changeConfigProtocol', { path, body: { protocol, ...flags } }),
    setXray: (body) => send('cloudServers.setConfigXray', { path, body }),
    resetXray: () => send('cloudServers.resetConfigXray', { path: pathByConfig }),
    setAwg: (body) => send('cloudServers.setConfigAwg', { path: pathByConfig, body }),
    remove: () => send('cloudServers.deleteConfig', { path }),
    bridgeEnd: { id, type: 'cloud' },
  };
}

function ofPaid(id: number, configId: number): ConnectionEndpoints {
  const path = { id, configId };
  return {
    chooses: { location: false, server: true },
    changeSettings: ({ protocol, server, flags }) =>
      send('paidOptions.changeConfigSettings', {
        path,
        body: { protocol, ...(server !== null && { server_id: server }), ...flags },
      }),
    setXray: (body) => send('paidOptions.setConfigXray', { path, body }),
    resetXray: () => send('paidOptions.resetConfigXray', { path }),
    subconfig: {
      takesTlsDomain: false,
      create: ({ protocol }) => send('paidOptions.createSubconfig', { path, body: { protocol } }),
      change: (protocol) => send('paidOptions.changeSubconfig', { path, body: { protocol } }),
      remove: () => send('paidOptions.deleteSubconfig', { path }),
    },
    bridgeEnd: { id: configId, type: 'paid_option' },
  };
}

/** The endpoints of a configuration by its key; `null` for proxies and subconfigs. */
export function endpointsOf(key: string): ConnectionEndpoints | null {
  const id = parseConnectionKey(key);
  switch (id?.source) {
    case 'config':
      return ofConfig(id.configId);
    case 'cloud':
      return ofCloud(id.serverId, id.configId);
    case 'paid':
      return ofPaid(id.optionId, id.configId);
    default:
      return null;
  }
}

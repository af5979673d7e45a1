import { awgConfig, newAwgParameters } from './awg.ts';
import {
  isExtended,
  vlessProtocols,
  type Connection,
  type Endpoint,
  type Options,
} from './connection.ts';
import { connectionUrl } from './urls.ts';
import { xrayConfig } from './xray.ts';

/** A new connection of a protocol, issued at an endpoint. `secret` is hexadecimal. */
export function newConnection(
  secret: string,
  protocol: string,
  options: Options,
  endpoint: Endpoint,
): Connection {
  const connection: Connection = {
    secret,
    protocol,
    options,
    custom_xray: null,
    awg: protocol === 'amnezia-wg-2' ? newAwgParameters(secret) : null,
    bridge: null,
    connection_url: '',
    xray_config: null,
    awg_config: null,
  };
  issue(connection, endpoint);
  return connection;
}

/** Regenerates the URL and the configurations of a connection after a change of it. */
export function issue(connection: Connection, endpoint: Endpoint): void {
  connection.connection_url = connectionUrl(connection, endpoint);
  const showsXray = isExtended(connection) && vlessProtocols.has(connection.protocol);
  connection.xray_config = showsXray
    ? (connection.custom_xray?.xray_config ?? xrayConfig(connection, endpoint))
    : null;
  connection.awg_config =
    connection.protocol === 'amnezia-wg-2' ? awgConfig(connection, endpoint) : null;
}

/** Gives a connection another protocol and other options; its own Xray configuration goes. */
export function reconfigure(
  connection: Connection,
  protocol: string,
  options: Options,
  endpoint: Endpoint,
): void {
  connection.protocol = protocol;
  connection.options = options;
  connection.custom_xray = null;
  connection.awg = protocol === 'amnezia-wg-2' ? newAwgParameters(connection.secret) : null;
  issue(connection, endpoint);
}

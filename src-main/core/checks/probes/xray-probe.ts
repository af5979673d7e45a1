import type { XrayTarget } from '#core/checks/target.ts';
import {
  http2Preface,
  httpRequest,
  readHttp2Settings,
  readStatus,
} from '#core/checks/packets/http.ts';
import { clientHello, readServerHello } from '#core/checks/packets/tls-hello.ts';
import type { ProbeStream } from '#core/ports.ts';
import { ask, overTcp, type Attempt, type Probe, type ProbeTools } from './probe.ts';

/**
 * VLESS and Trojan, whose own bytes cannot be distinguished from silence: the surrounding transport
 * is probed. TLS and REALITY to the ServerHello; WebSocket, gRPC and XHTTP to the first HTTP
 * answer, but behind REALITY, where it would be the cover site's.
 */
export const probeXray: Probe<XrayTarget> = (tools, given) =>
  overTcp(tools, given, async (stream, ms) => {
    const { target } = given;
    const isHttp = target.transport !== 'tcp' && target.security !== 'reality';
    if (isHttp) return askHttp(tools, target, stream);
    return target.security === 'none' ? { ms, depth: 'port' } : askTls(tools, target, stream);
  });

async function askTls(
  tools: ProbeTools,
  { serverName, alpn }: XrayTarget,
  stream: ProbeStream,
): Promise<Attempt> {
  const hello = clientHello({ random: tools.random, serverName, alpn });
  const { value, ms } = await ask(tools, stream, hello, readServerHello);
  return value.kind === 'alert' ? { failure: 'unexpected' } : { ms, depth: 'handshake' };
}

/** The protocols of HTTP that a transport runs over, as its clients offer them. */
const offers = {
  websocket: ['http/1.1'],
  grpc: ['h2'],
} as const;

async function askHttp(
  tools: ProbeTools,
  target: XrayTarget,
  stream: ProbeStream,
): Promise<Attempt> {
  const { transport, serverName, hostHeader: host, path } = target;
  const alpn = transport === 'websocket' || transport === 'grpc' ? offers[transport] : target.alpn;
  const { inside, protocol } =
    target.security === 'tls'
      ? await stream.secure({ serverName, alpn })
      : { inside: stream, protocol: '' };
  const isHttp2 = transport === 'grpc' || (transport === 'xhttp' && protocol === 'h2');
  if (isHttp2) {
    const { ms } = await ask(tools, inside, http2Preface, readHttp2Settings);
    return { ms, depth: 'http' };
  }
  const key = transport === 'websocket' ? { webSocketKey: tools.random.bytes(16) } : {};
  const { ms } = await ask(tools, inside, httpRequest({ path, host, ...key }), readStatus);
  return { ms, depth: 'http' };
}

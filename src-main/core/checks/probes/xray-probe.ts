import type { CertificateFault } from '#contract/check-result.ts';
import type { XrayTarget } from '#core/checks/target.ts';
import {
  http2Preface,
  httpRequest,
  readHttp2Settings,
  readStatus,
} from '#core/checks/packets/http.ts';
import { clientHello, readServerHello } from '#core/checks/packets/tls-hello.ts';
import type { ProbeStream } from '#core/kernel/ports.ts';
import { ask, overTcp, type Attempt, type Probe, type ProbeTools, type Try } from './probe.ts';

/** The transport around them: TLS or REALITY to the ServerHello, HTTP to its answer. */
export const probeXray: Probe<XrayTarget> = (tools, given) =>
  overTcp(tools, given, async (stream, ms) => {
    const { target } = given;
    const isHttp = target.transport !== 'tcp' && target.security !== 'reality';
    if (isHttp) return askHttp(tools, target, stream, ms);
    return target.security === 'none' ? { ms, depth: 'port' } : askTls(tools, target, stream);
  });

async function askTls(
  tools: ProbeTools,
  { serverName, alpn }: XrayTarget,
  stream: ProbeStream,
): Promise<Attempt> {
  const hello = clientHello({ random: tools.random, serverName, alpn });
  const { value, ms } = await ask(tools, stream, hello, readServerHello);
  return value.kind === 'alert' ? { failure: 'unexpected' } : { ms, depth: 'tls' };
}

/** Why clients refuse the certificate: it comes encrypted, so this is a whole handshake. */
export async function refusedCertificate(
  { sockets }: ProbeTools,
  { target, addresses, port, signal }: Try<XrayTarget>,
): Promise<CertificateFault | undefined> {
  const { security, transport, needsValidCertificate, host, serverName, alpn } = target;
  if (security !== 'tls' || transport !== 'tcp' || !needsValidCertificate) return undefined;
  const stream = await sockets.connect(addresses, port, signal);
  try {
    const { inside, certificate } = await stream.secure({ host, serverName, alpn });
    inside.close();
    return certificate;
  } finally {
    stream.close();
  }
}

/** The protocols of HTTP that a transport runs over, as its clients offer them. */
const offers = {
  websocket: ['http/1.1'],
  grpc: ['h2'],
} as const;

/** HTTP within TLS, or in the clear. A path, which is often a secret, goes only to a valid certificate. */
async function askHttp(
  tools: ProbeTools,
  target: XrayTarget,
  stream: ProbeStream,
  openMs: number,
): Promise<Attempt> {
  const { transport, host, serverName, needsValidCertificate } = target;
  if (target.security === 'none') {
    return transport === 'grpc' ? askHttp2(tools, stream) : { ms: openMs, depth: 'port' };
  }
  const alpn = transport === 'websocket' || transport === 'grpc' ? offers[transport] : target.alpn;
  const begun = tools.clock.monotonic();
  const { inside, protocol, certificate } = await stream.secure({ host, serverName, alpn });
  const ms = tools.clock.monotonic() - begun;
  if (certificate !== undefined && needsValidCertificate) return { certificate };
  if (transport === 'grpc' || (transport === 'xhttp' && protocol === 'h2')) {
    return askHttp2(tools, inside);
  }
  return certificate === undefined ? askPath(tools, target, inside) : { ms, depth: 'tls' };
}

async function askHttp2(tools: ProbeTools, stream: ProbeStream): Promise<Attempt> {
  const { ms } = await ask(tools, stream, http2Preface, readHttp2Settings);
  return { ms, depth: 'http' };
}

async function askPath(
  tools: ProbeTools,
  { transport, hostHeader: host, path }: XrayTarget,
  stream: ProbeStream,
): Promise<Attempt> {
  const key = transport === 'websocket' ? { webSocketKey: tools.random.bytes(16) } : {};
  const request = httpRequest({ path, host, ...key });
  const { value: status, ms } = await ask(tools, stream, request, readStatus);
  return { ms, depth: transport === 'websocket' && status === 101 ? 'transport' : 'http' };
}

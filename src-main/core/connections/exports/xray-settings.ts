import { unseenCharacters } from '#contract/unseen-characters.ts';
import { isRecord } from '#core/api/elements.ts';
import { jsonOf } from '#core/kernel/stored-json.ts';
import type { Released } from './tunnel-commands.ts';

/**
 * The names of what an Xray client configuration says of a connection and of what goes through it,
 * wherever they stand. What makes a program run another, write, read a file or listen for others is
 * not among them: `api`, `metrics`, `reverse`, `certificateFile`, `keyFile`, `masterKeyLog`,
 * `dsSettings`, `plugin`. A list of what is harmful would have to know every program and version.
 */
const knownNames = new Set(
  `
  log loglevel dnsLog maskAddress dns routing policy inbounds outbounds transport stats fakedns observatory
  burstObservatory remarks version
  servers address port domains domain expectIPs expectedIPs unexpectedIPs skipFallback clientIp clientIP
  queryStrategy disableCache disableFallback disableFallbackIfMatch hosts timeoutMs serveStale
  serveExpiredTTL finalQuery enableParallelQuery ipPool poolSize lruSize
  domainStrategy domainMatcher rules balancers type ip sourcePort localPort network source sourceIP localIP
  user vlessRoute inboundTag protocol attrs outboundTag balancerTag ruleTag selector strategy settings
  fallbackTag costs match value regexp expected maxRTT tolerance baselines
  levels handshake connIdle uplinkOnly downlinkOnly statsUserUplink statsUserDownlink statsUserOnline
  bufferSize system statsInboundUplink statsInboundDownlink statsOutboundUplink statsOutboundDownlink
  subjectSelector probeUrl probeURL probeInterval enableConcurrency pingConfig destination interval
  connectivity timeout sampling httpMethod
  listen tag sniffing enabled destOverride metadataOnly domainsExcluded routeOnly auth accounts pass udp
  userLevel allowTransparent followRedirect
  sendThrough targetStrategy streamSettings proxySettings transportLayer mux concurrency xudpConcurrency
  xudpProxyUDP443 vnext users id encryption flow level security alterId method password email uot
  UoTVersion ivCheck seed redirect fragment packets length maxSplit noises packet delay applyTo
  proxyProtocol response nonIPQuery blockTypes secretKey peers publicKey preSharedKey endpoint keepAlive
  allowedIPs mtu reserved workers noKernelTun hysteriaSettings up down udphop obfs
  tlsSettings realitySettings serverName alpn fingerprint allowInsecure disableSystemRoot
  enableSessionResumption minVersion maxVersion cipherSuites pinnedPeerCertSha256
  pinnedPeerCertificateChainSha256 pinnedPeerCertificatePublicKeySha256 verifyPeerCertByName
  verifyPeerCertInNames curvePreferences echConfigList echForceQuery certificates certificate usage show
  shortId spiderX mldsa65Verify
  tcpSettings rawSettings kcpSettings wsSettings httpSettings h2Settings grpcSettings httpupgradeSettings
  xhttpSettings splithttpSettings quicSettings header request status reason path headers host mode extra
  tti uplinkCapacity downlinkCapacity congestion readBufferSize writeBufferSize key heartbeatPeriod
  maxEarlyData earlyDataHeaderName read_idle_timeout health_check_timeout serviceName authority multiMode
  idle_timeout permit_without_stream initial_windows_size user_agent xPaddingBytes noGRPCHeader
  noSSEHeader scMaxEachPostBytes scMinPostsIntervalMs scMaxBufferedPosts scStreamUpServerSecs xmux
  maxConcurrency maxConnections cMaxReuseTimes cMaxLifetimeMs hMaxRequestTimes hMaxReusableSecs
  hKeepAlivePeriod downloadSettings
  sockopt mark tcpFastOpen tproxy dialerProxy tcpKeepAliveInterval tcpKeepAliveIdle tcpUserTimeout
  tcpCongestion interface tcpWindowClamp tcpMptcp tcpNoDelay V6Only addressPortStrategy happyEyeballs
  tryDelayMs prioritizeIPv6 interleave maxConcurrentTry
  `
    .trim()
    .split(/\s+/),
);

/** What has names of the service's own below it: hosts, HTTP headers, user levels. */
const ownNames = new Set(['hosts', 'headers', 'levels', 'attrs']);
/** Where a log goes. These two values are no file. */
const logFiles = new Set(['access', 'error']);
const noFile: readonly unknown[] = ['', 'none'];

/** What may listen, and that only for programs of this computer. */
const clientInbounds: readonly unknown[] = ['socks', 'http', 'mixed', 'dokodemo-door', 'tunnel'];
const loopback = /^(?:127(?:\.\d{1,3}){3}|::1|\[::1\])$/;

/** A list that is read from a file of any name. */
const fileList = /^!?ext(?:-ip|-domain)?:/i;

/** Deeper than any client's configuration. */
const maxDepth = 32;
/** As much is shown of a name, and of what was left out. */
const longest = { name: 60, shown: 200 };

/** An Xray configuration with no effect but a connection, written anew. */
export function withoutXrayEffects(config: string): Released | undefined {
  const parsed = jsonOf(config);
  if (!isRecord(parsed)) return undefined;
  const leftOut: string[] = [];
  const kept = keptOf(parsed, '', { path: '', depth: 0, leftOut });
  return { text: JSON.stringify(kept, undefined, 2), leftOut };
}

interface Place {
  readonly path: string;
  readonly depth: number;
  readonly leftOut: string[];
}

/** What is kept of the value of a field or, with the field's name, of an element of its list. */
function keptOf(value: unknown, name: string, place: Place): unknown {
  if (typeof value === 'string') return keptText(value, place);
  if (typeof value !== 'object' || value === null) return value;
  if (place.depth === maxDepth) {
    leaveOut(value, place);
    return undefined;
  }
  if (Array.isArray(value)) {
    return value
      .map((each, at) => keptOf(each, name, below(place, `[${String(at)}]`)))
      .filter((each) => each !== undefined);
  }
  if (name === 'inbounds') return keptInbound({ ...value }, place);
  return keptFields(value, name, place);
}

function keptFields(object: object, name: string, place: Place): object {
  const kept: [string, unknown][] = [];
  for (const [field, value] of Object.entries(object)) {
    const inside = below(place, place.path === '' ? field : `.${field}`);
    const isKnown = ownNames.has(name)
      ? !fileList.test(field)
      : knownNames.has(field) || (logFiles.has(field) && noFile.includes(value));
    if (!isKnown) leaveOut(value, inside);
    const left = isKnown ? keptOf(value, field, inside) : undefined;
    const plain = left === undefined ? undefined : keptText(field, inside);
    if (left !== undefined && plain !== undefined) kept.push([plain, left]);
  }
  return Object.fromEntries(kept);
}

/** One that listens elsewhere, or does not say where, is moved to the loopback. */
function keptInbound(inbound: Readonly<Record<string, unknown>>, place: Place): unknown {
  const { protocol, listen = '0.0.0.0' } = inbound;
  if (!clientInbounds.includes(protocol)) {
    leaveOut(inbound, place);
    return undefined;
  }
  if (typeof listen === 'string' && loopback.test(listen)) return keptFields(inbound, '', place);
  leaveOut(listen, below(place, '.listen'));
  return keptFields({ ...inbound, listen: '127.0.0.1' }, '', place);
}

function keptText(text: string, place: Place): string | undefined {
  const isFile = fileList.test(text);
  const plain = text.replaceAll(unseenCharacters, '');
  if (isFile || plain !== text) leaveOut(text, place);
  return isFile ? undefined : plain;
}

function below({ path, depth, leftOut }: Place, step: string): Place {
  return { path: path + step.slice(0, longest.name), depth: depth + 1, leftOut };
}

function leaveOut(value: unknown, { path, leftOut }: Place): void {
  const shown = typeof value === 'object' && value !== null ? '…' : JSON.stringify(value);
  leftOut.push(`${path}: ${shown}`.slice(0, longest.shown));
}

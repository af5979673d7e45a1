import type { Trait } from '#contract/clients.ts';
import type { ExportForm } from '#contract/ipc/connections.ts';
import { readLink, tunnelSchemes, type ShareLink } from '../texts/share-link/read-link.ts';
import { isWhole } from '../texts/share-link/whole-link.ts';
import { isTelegramLink, readTelegramLink } from '../texts/telegram-link/read-telegram-link.ts';
import {
  readTunnelFile,
  tunnelOfFile,
  tunnelOfLink,
  type TunnelReading,
} from '../texts/tunnel-file/read-tunnel-file.ts';
import { controlledJunk, signaturePackets, version3 } from '../texts/tunnel-file/settings.ts';
import { readXrayJson } from '../texts/xray-json/read-xray-json.ts';

/** The parameters that came with each version of AmneziaWG, as its clients tell the versions apart. */
const newIn = {
  'awg-3': version3,
  'awg-2': ['S3', 'S4'],
  'awg-1-5': [...signaturePackets, ...controlledJunk],
  'awg-1': ['Jc', 'Jmin', 'Jmax', 'S1', 'S2', 'H1', 'H2', 'H3', 'H4'],
} as const;
const versions = ['awg-3', 'awg-2', 'awg-1-5', 'awg-1'] as const;
const headers = ['H1', 'H2', 'H3', 'H4'];

/** What decides which clients take it; empty for what is unknown or not whole. */
export function traitsOf(form: ExportForm, text: string): readonly Trait[] {
  if (form === 'awg') return fileTraits(text);
  if (form === 'xray') return xrayTraits(text);
  return linkTraits(text);
}

function fileTraits(text: string): readonly Trait[] {
  const file = readTunnelFile(text);
  const { peers, lines } = file;
  const [first] = peers;
  const tunnels = peers.map((peer) => tunnelOfFile({ ...file, peers: [peer] }));
  const [tunnel] = tunnels;
  if (tunnel === undefined || first === undefined || tunnels.some(isBroken)) return [];
  const empty = lines.some(
    (line) => line.kind === 'setting' && line.value === '' && isOfAmnezia(line.name),
  );
  return [
    ...tunnelTraits(tunnel),
    ...(empty ? (['awg-empty'] as const) : []),
    ...(peers.length > 1 ? (['peers'] as const) : []),
  ];
}

const isBroken = (tunnel: TunnelReading) => 'problem' in tunnel;
const isOfAmnezia = (name: string) =>
  versions.some((version) => newIn[version].some((each) => each === name));

function tunnelTraits(tunnel: TunnelReading): readonly Trait[] {
  if ('problem' in tunnel) return [];
  const { one } = tunnel;
  const hasRange = headers.some((name) => one(name).includes('-'));
  const version = versions.find(
    (each) => newIn[each].some((name) => one(name) !== '') || (each === 'awg-2' && hasRange),
  );
  return [version ?? 'wireguard'];
}

function linkTraits(text: string): readonly Trait[] {
  if (isTelegramLink(text)) {
    const link = readTelegramLink(text);
    return 'problem' in link || link.secret === '' ? [] : ['mtproto'];
  }
  const link = readLink(text);
  if ('problem' in link || !isWhole(link)) return [];
  const { scheme, fields } = link;
  switch (scheme) {
    case 'vless':
    case 'trojan':
      return xrayLinkTraits(scheme, link);
    case 'ss':
      return [link.user.toLowerCase().startsWith('2022-') ? 'shadowsocks-2022' : 'shadowsocks'];
    case 'hysteria2':
    case 'hy2':
      return fields.takeBut('obfs', 'none') === ''
        ? ['hysteria2']
        : ['hysteria2', 'hysteria2-obfs'];
    default:
      return tunnelSchemes.includes(scheme) ? tunnelTraits(tunnelOfLink(link)) : [];
  }
}

function xrayLinkTraits(scheme: 'vless' | 'trojan', { fields }: ShareLink): readonly Trait[] {
  const security = fields.take('security').toLowerCase();
  // The programs are known to differ in these for VLESS alone.
  const isTls = scheme === 'vless' && security === 'tls';
  const [flow, fingerprint] = [fields.takeBut('flow', 'none'), fields.take('fp')];
  return [
    ...streamTraits(scheme, security, fields.take('type').toLowerCase()),
    ...(isTls && flow !== '' ? (['flow-over-tls'] as const) : []),
    ...(isTls && fingerprint !== '' ? (['tls-fingerprint'] as const) : []),
  ];
}

function streamTraits(protocol: Trait, security: string, network: string): readonly Trait[] {
  return [
    protocol,
    ...(security === 'reality' ? (['reality'] as const) : []),
    ...(network === 'xhttp' || network === 'splithttp' ? (['xhttp'] as const) : []),
  ];
}

/** Those of the first outbound that leads to a server. */
function xrayTraits(text: string): readonly Trait[] {
  const server = readXrayJson(text)?.server;
  if (server === undefined) return [];
  return streamTraits(server.protocol, server.security, server.network);
}

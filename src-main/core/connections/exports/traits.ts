import { z } from 'zod';
import type { Trait } from '#contract/clients.ts';
import type { ExportForm } from '#contract/ipc/connections.ts';
import { controlledJunk, signaturePackets, version3 } from './amnezia-settings.ts';
import { percentDecoded } from './connection-url.ts';
import { tunnelSettings } from './tunnel-commands.ts';

/** The parameters that came with each version of AmneziaWG, as its clients tell the versions apart. */
const newIn = {
  'awg-3': version3,
  'awg-2': ['S3', 'S4'],
  'awg-1-5': [...signaturePackets, ...controlledJunk],
  'awg-1': ['Jc', 'Jmin', 'Jmax', 'S1', 'S2', 'H1', 'H2', 'H3', 'H4'],
} as const;
const versions = ['awg-3', 'awg-2', 'awg-1-5', 'awg-1'] as const;
const headers = ['H1', 'H2', 'H3', 'H4'];

/**
 * What of a text decides which clients take it, without anything secret of it. Empty for one that is not
 * known.
 */
export function traitsOf(form: ExportForm, text: string): readonly Trait[] {
  if (form === 'awg') return tunnelTraits(tunnelSettings(text).values);
  if (form === 'xray') return xrayTraits(text);
  return urlTraits(text);
}

/** @param values the settings by their usual names; `''` for one without a value */
function tunnelTraits(values: ReadonlyMap<string, string>): readonly Trait[] {
  const has = (name: string) => (values.get(name) ?? '') !== '';
  const hasRange = headers.some((name) => (values.get(name) ?? '').includes('-'));
  const version =
    versions.find((each) => newIn[each].some(has) || (each === 'awg-2' && hasRange)) ?? 'wireguard';
  const hasEmpty = versions.some((each) => newIn[each].some((name) => values.get(name) === ''));
  return hasEmpty ? [version, 'awg-empty'] : [version];
}

function urlTraits(text: string): readonly Trait[] {
  const scheme = /^([a-z][a-z0-9+.-]*):\/\//i.exec(text)?.[1]?.toLowerCase();
  const [address = '', query = ''] = (text.split('#')[0] ?? '').split('?');
  const parameters = new URLSearchParams(query);
  switch (scheme) {
    case 'vless':
    case 'trojan':
      return [
        scheme,
        ...(parameters.get('security') === 'reality' ? (['reality'] as const) : []),
        ...(isXhttp(parameters.get('type')) ? (['xhttp'] as const) : []),
      ];
    case 'ss':
      return [isShadowsocks2022(address) ? 'shadowsocks-2022' : 'shadowsocks'];
    case 'hysteria2':
    case 'hy2':
      return parameters.get('obfs') ? ['hysteria2', 'hysteria2-obfs'] : ['hysteria2'];
    case 'wireguard':
    case 'awg':
      return tunnelTraits(byUsualName(parameters));
    case 'tg':
      return /^tg:\/\/proxy$/i.test(address) ? ['mtproto'] : [];
    default:
      return [];
  }
}

/** The parameters of a tunnel's URL, whose names are in lower case, as a file spells them. */
function byUsualName(parameters: URLSearchParams): ReadonlyMap<string, string> {
  const names = versions.flatMap((version) => [...newIn[version]]);
  return new Map(
    names.flatMap((name) => {
      const value = parameters.get(name.toLowerCase()) ?? parameters.get(name);
      return value === null ? [] : [[name, value]];
    }),
  );
}

/** The method is before the first colon, as it is or in Base64. */
function isShadowsocks2022(address: string): boolean {
  const user = percentDecoded(address.slice('ss://'.length).split('@')[0] ?? '');
  const plain = user.includes(':') ? user : Buffer.from(user, 'base64').toString('utf8');
  return plain.toLowerCase().startsWith('2022-');
}

const isXhttp = (network: string | null | undefined) =>
  network === 'xhttp' || network === 'splithttp';

const XrayOutbounds = z.object({
  outbounds: z.array(
    z.object({
      protocol: z.string(),
      streamSettings: z
        .object({ network: z.string().optional(), security: z.string().optional() })
        .optional(),
    }),
  ),
});
const xrayProtocols = ['vless', 'trojan', 'shadowsocks', 'hysteria2'] as const;

/** Those of the first outbound that leads to a server. */
function xrayTraits(text: string): readonly Trait[] {
  const { outbounds } = parsedXray(text);
  for (const { protocol, streamSettings } of outbounds) {
    const known = xrayProtocols.find((each) => each === protocol);
    if (known === undefined) continue;
    return [
      known,
      ...(streamSettings?.security === 'reality' ? (['reality'] as const) : []),
      ...(isXhttp(streamSettings?.network) ? (['xhttp'] as const) : []),
    ];
  }
  return [];
}

function parsedXray(text: string): z.output<typeof XrayOutbounds> {
  try {
    const parsed = XrayOutbounds.safeParse(JSON.parse(text));
    return parsed.success ? parsed.data : { outbounds: [] };
  } catch {
    return { outbounds: [] };
  }
}

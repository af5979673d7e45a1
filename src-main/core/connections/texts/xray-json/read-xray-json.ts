import { z } from 'zod';
import { jsonOf } from '#core/kernel/stored-json.ts';

const Outbound = z.object({
  protocol: z.string(),
  streamSettings: z
    .object({ network: z.string().optional(), security: z.string().optional() })
    .optional(),
});
const XrayConfig = z.object({
  inbounds: z.array(z.unknown()).optional(),
  outbounds: z.array(z.unknown()),
});

const protocols = ['vless', 'trojan', 'shadowsocks', 'hysteria2'] as const;

/** A configuration of Xray, as far as clients look at it. */
interface XrayJson {
  /** The first outbound that leads to a server; `undefined` where none does. */
  readonly server:
    | {
        readonly protocol: (typeof protocols)[number];
        readonly network: string;
        readonly security: string;
      }
    | undefined;
  readonly host: string;
  readonly isClient: boolean;
}

/** Takes a configuration of Xray apart; `undefined` for what is none. Never throws. */
export function readXrayJson(text: string): XrayJson | undefined {
  const config = XrayConfig.safeParse(jsonOf(text)).data;
  if (config === undefined) return undefined;
  const rest = {
    host: firstText(config.outbounds, 'address'),
    isClient: config.inbounds !== undefined,
  };
  for (const each of config.outbounds) {
    const outbound = Outbound.safeParse(each).data;
    const protocol = protocols.find((known) => known === outbound?.protocol);
    if (outbound === undefined || protocol === undefined) continue;
    const { network = 'tcp', security = 'none' } = outbound.streamSettings ?? {};
    return { server: { protocol, network, security }, ...rest };
  }
  return { server: undefined, ...rest };
}

/** How deep `vnext`, `servers` and the users in them lay it at most. */
const deepest = 6;

/** The first text of this name: older and newer forms lay it differently. */
function firstText(value: unknown, name: string, depth = 0): string {
  if (typeof value !== 'object' || value === null || depth > deepest) return '';
  const own: unknown = Reflect.get(value, name);
  if (typeof own === 'string') return own;
  for (const inner of Object.values(value)) {
    const found = firstText(inner, name, depth + 1);
    if (found !== '') return found;
  }
  return '';
}

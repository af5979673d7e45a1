import { signaturePackets } from '#core/connections/texts/tunnel-file/settings.ts';
import type { TunnelReading } from '#core/connections/texts/tunnel-file/read-tunnel-file.ts';
import {
  isSendable,
  noAmnezia,
  readSignature,
  type AmneziaOptions,
  type HeaderRange,
} from './packets/amnezia.ts';
import { keyBytes } from './packets/wireguard.ts';
import type { TargetOrReason } from './target.ts';

/** A WireGuard or AmneziaWG server as its text describes it. */
export function wireGuardTarget(tunnel: TunnelReading): TargetOrReason {
  const unknown = { kind: 'undetermined', reason: 'not-understood' } as const;
  if ('problem' in tunnel) return { ...unknown, at: tunnel.problem };
  const { endpoint, privateKey, publicKey, one } = tunnel;
  const amnezia = amneziaOf(one);
  if (!amnezia) return { ...unknown, at: 'AmneziaWG' };
  const presharedKey = tunnel.presharedKey ?? Buffer.alloc(keyBytes);
  const keys = { privateKey, publicKey, presharedKey };
  return { kind: 'wireguard', ...endpoint, keys, amnezia };
}

function amneziaOf(one: (name: string) => string): AmneziaOptions | undefined {
  const number = (name: string) => {
    const text = one(name) || '0';
    return /^\d{1,10}$/.test(text) ? Number(text) : NaN;
  };
  const header = (name: string, usual: HeaderRange) => {
    const text = one(name);
    return text === '' ? usual : headerRange(text);
  };
  const [initiationType, responseType, cookieType] = [
    header('H1', noAmnezia.initiationType),
    header('H2', noAmnezia.responseType),
    header('H3', noAmnezia.cookieType),
  ];
  const texts = signaturePackets.flatMap((name) => one(name) || []);
  const signatures = texts.map(readSignature).filter((packet) => packet !== undefined);
  if (!initiationType || !responseType || !cookieType || signatures.length < texts.length) {
    return undefined;
  }
  const options: AmneziaOptions = {
    junkCount: number('Jc'),
    junkMin: number('Jmin'),
    junkMax: number('Jmax'),
    initiationPadding: number('S1'),
    responsePadding: number('S2'),
    cookiePadding: number('S3'),
    initiationType,
    responseType,
    cookieType,
    signatures,
  };
  const numbers = Object.values(options).filter((value) => typeof value === 'number');
  return numbers.every(Number.isInteger) && isSendable(options) ? options : undefined;
}

/** One value, or from AmneziaWG 2 on a range such as `5-1000`. */
function headerRange(text: string): HeaderRange | undefined {
  const [, from, to] = /^(\d{1,10})(?:\s*-\s*(\d{1,10}))?$/.exec(text) ?? [];
  const range = { from: Number(from), to: Number(to ?? from) };
  return range.from <= range.to && range.to < 2 ** 32 ? range : undefined;
}

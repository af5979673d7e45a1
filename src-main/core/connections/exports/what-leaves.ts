import type { CopyWay, ExportForm, KeyOnDevices } from '#contract/ipc/connections.ts';
import type { Copied, SecretCodes } from '#contract/ipc/secrets.ts';
import { splitLink } from '../texts/share-link/read-link.ts';
import { withoutCommands, type Released } from './tunnel-commands.ts';
import { withoutXrayEffects } from './xray-settings.ts';

/** How the window has a secret leave main. */
export type SecretWay = 'copy' | 'reveal' | 'qr' | 'open';

export interface LeavingSecret {
  readonly text: string;
  /** The texts of its QR codes, where they are not `text`. */
  readonly parts?: readonly string[];
  /** What the window is told beside it. */
  readonly said?: Omit<Copied, 'clearsAt'> & Omit<SecretCodes, 'codes'>;
  readonly left?: (way: CopyWay) => KeyOnDevices;
}

/** The one rule of what may leave, whichever way; `undefined` where nothing may. */
export function whatLeaves(form: ExportForm, text: string): Released | undefined {
  if (form === 'awg') return withoutCommands(text);
  if (form === 'xray') return withoutXrayEffects(text);
  return withoutPlugin(text);
}

/** A Shadowsocks URL may name a program that its client starts (SIP003). */
function withoutPlugin(url: string): Released {
  const [address, query, name] = splitLink(url);
  // Some readers take a semicolon for the end of a parameter too.
  const parts = query.split(/[&;]/);
  const leftOut = /^ss:/i.test(url) ? parts.filter(isPlugin) : [];
  if (leftOut.length === 0) return { text: url, leftOut };
  const left = parts.filter((part) => !isPlugin(part)).join('&');
  return { text: `${address}${left === '' ? '' : `?${left}`}${name}`, leftOut };
}

function isPlugin(part: string): boolean {
  return [...new URLSearchParams(part).keys()].some((name) => /^plugin/i.test(name.trim()));
}

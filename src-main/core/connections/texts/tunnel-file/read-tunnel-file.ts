import { readAddress, writtenHost, writtenPorts, type Address } from '../address.ts';
import { keyBytes } from '../encoded.ts';
import type { ShareLink } from '../share-link/read-link.ts';
import {
  commandSettings,
  controlledJunk,
  junkAndHeaders,
  sectionNames,
  settingNames,
  signaturePackets,
  version3,
  type SectionName,
} from './settings.ts';

/** A line of a configuration, as `wg-quick` takes it. */
export type TunnelLine =
  | { readonly kind: 'nothing' }
  /** With the name of one of `commandSettings`, where it is such a line. */
  | { readonly kind: 'unknown'; readonly command?: string }
  | { readonly kind: 'section'; readonly section: SectionName }
  | { readonly kind: 'setting'; readonly name: string; readonly value: string };

/** The settings of a section by their usual names, of each its lines that have a value. */
type Settings = ReadonlyMap<string, readonly string[]>;

interface TunnelFile {
  readonly lines: readonly TunnelLine[];
  readonly own: Settings;
  /** Each peer for itself: the key of one is never beside the address of another. */
  readonly peers: readonly Settings[];
}

/** Printable ASCII and tabs, without what a value may not have: `$`, quotes, `;` and other signs of a shell. */
const plainCode = /^[\w\t ,.:/+=<>%[\]-]*$/;
/** Nothing that is not shown, ends a line for some reader, or turns the direction of text. */
const plainComment = /^[^\p{C}\p{Zl}\p{Zp}]*$/u;

/** With a byte order mark, CRLF, comments and any case. Never throws. */
export function readTunnelFile(text: string): TunnelFile {
  const lines = readLines(
    text
      .replace(/^\uFEFF/, '')
      .split('\n')
      .map((line) => line.replace(/\r$/, '')),
  );
  const own = new Map<string, string[]>();
  const peers: Map<string, string[]>[] = [];
  let settings = own;
  for (const line of lines) {
    if (line.kind === 'section') {
      settings = line.section === 'Interface' ? own : new Map<string, string[]>();
      if (line.section === 'Peer') peers.push(settings);
    } else if (line.kind === 'setting') {
      const before = settings.get(line.name) ?? [];
      settings.set(line.name, line.value === '' ? before : [...before, line.value]);
    }
  }
  return { lines, own, peers };
}

function readLines(texts: readonly string[]): TunnelLine[] {
  let section: SectionName | undefined;
  return texts.map((text) => {
    const line = readLine(text, section);
    if (line.kind === 'section') ({ section } = line);
    // What follows a section that is not known is not of the one before.
    else if (line.kind === 'unknown' && /^\W*\[/.test(text)) section = undefined;
    return line;
  });
}

function readLine(text: string, section: SectionName | undefined): TunnelLine {
  const mark = text.indexOf('#');
  const [before, comment] = mark < 0 ? [text, ''] : [text.slice(0, mark), text.slice(mark)];
  const unknown = unknownLine(text);
  if (!plainCode.test(before) || !plainComment.test(comment)) return unknown;
  const code = before.trim();
  if (code === '') return { kind: 'nothing' };
  const begun = sectionNames.get(code.toLowerCase());
  if (begun !== undefined) return { kind: 'section', section: begun };
  const equals = code.indexOf('=');
  const known = settingNames[section ?? 'Interface'].get(
    code.slice(0, Math.max(0, equals)).trim().toLowerCase(),
  );
  if (section === undefined || known === undefined) return unknown;
  return { kind: 'setting', name: known, value: code.slice(equals + 1).trim() };
}

function unknownLine(text: string): TunnelLine {
  const name = text.split('=', 1)[0]?.trim().toLowerCase() ?? '';
  const command = commandSettings.find((each) => each.toLowerCase() === name);
  return { kind: 'unknown', ...(command !== undefined && { command }) };
}

type TunnelProblem = 'PrivateKey' | 'PublicKey' | 'PresharedKey' | 'Endpoint' | 'Peer';

/** The settings of a tunnel by their usual names, whatever they are. */
interface TunnelSettings {
  /** A setting that can stand once; of several lines the last, as both programs have it. */
  readonly one: (name: string) => string;
  readonly list: (name: string) => readonly string[];
}

/** What both ends of a tunnel need, and everything else that its text says. */
export interface Tunnel extends TunnelSettings {
  readonly endpoint: Address;
  readonly privateKey: Buffer;
  readonly publicKey: Buffer;
  /** `null` without one. */
  readonly presharedKey: Buffer | null;
}

export type TunnelReading = Tunnel | { readonly problem: TunnelProblem };

/** The parameters of AmneziaWG that describe how packets look. */
export const amneziaParameters = [...junkAndHeaders, ...signaturePackets, ...controlledJunk];

/** The settings of a configuration with one peer; `undefined` where it has none, or several. */
export function settingsOfFile({ own, peers }: TunnelFile): TunnelSettings | undefined {
  const [peer, ...more] = peers;
  return peer === undefined || more.length > 0 ? undefined : settingsIn(new Map([...own, ...peer]));
}

export function tunnelOfFile(file: TunnelFile): TunnelReading {
  const settings = settingsOfFile(file);
  return settings ? tunnelOf(settings, fileKey) : { problem: 'Peer' };
}

/** The tunnel of a link, whose parameters have the names of a file in any case. */
export function tunnelOfLink({ user, host, ports, fields }: ShareLink): TunnelReading {
  const named = ['PublicKey', 'PresharedKey', 'Address', 'AllowedIPs', 'DNS', 'MTU'];
  const taken = [...named, ...amneziaParameters, ...version3].map((name) => {
    const value = fields.takeAnyCase(name.toLowerCase());
    // A query writes a space for the plus sign of Base64.
    return [name, name.endsWith('Key') ? value.replaceAll(' ', '+') : value] as const;
  });
  const settings = new Map(
    [
      ...taken,
      [
        'PersistentKeepalive',
        fields.takeAnyCase('keepalive') || fields.takeAnyCase('persistentkeepalive'),
      ],
      ['PrivateKey', user],
      ['Endpoint', `${writtenHost(host)}:${writtenPorts(ports).join(',')}`],
    ].map(([name = '', value = '']) => [name, value === '' ? [] : [value]] as const),
  );
  return tunnelOf(settingsIn(settings), keyBytes);
}

function settingsIn(settings: Settings): TunnelSettings {
  return {
    one: (name) => settings.get(name)?.at(-1) ?? '',
    list: (name) =>
      (settings.get(name) ?? [])
        .flatMap((value) => value.split(','))
        .map((value) => value.trim())
        .filter((value) => value !== ''),
  };
}

/** The programs of files take a key in the usual Base64 alone, with its padding. */
const fileKey = (text: string) => (/^[a-z\d+/]{43}=$/i.test(text) ? keyBytes(text) : undefined);

function tunnelOf({ one, list }: TunnelSettings, keyOf: typeof keyBytes): TunnelReading {
  const [privateKey, publicKey] = [keyOf(one('PrivateKey')), keyOf(one('PublicKey'))];
  // Zeros stand for no key, with which there is no tunnel.
  if (!privateKey?.some(Boolean)) return { problem: 'PrivateKey' };
  if (!publicKey?.some(Boolean)) return { problem: 'PublicKey' };
  const shared = one('PresharedKey');
  const presharedKey = shared === '' ? null : keyOf(shared);
  if (presharedKey === undefined) return { problem: 'PresharedKey' };
  const endpoint = readAddress(one('Endpoint'));
  if (typeof endpoint === 'string') return { problem: 'Endpoint' };
  return { endpoint, privateKey, publicKey, presharedKey, one, list };
}

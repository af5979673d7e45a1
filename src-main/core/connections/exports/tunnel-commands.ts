import { controlledJunk, junkAndHeaders, signaturePackets, version3 } from './amnezia-settings.ts';

/**
 * The sections of a WireGuard or AmneziaWG configuration and the settings of each, as `wg(8)`,
 * `wg-quick(8)` and their AmneziaWG versions name them. Those that run commands as root (`PreUp`,
 * `PostUp`, `PreDown`, `PostDown`) or have the file rewritten (`SaveConfig`) are not among them.
 */
const knownSettings = {
  Interface: [
    ...['PrivateKey', 'ListenPort', 'FwMark', 'Address', 'DNS', 'MTU', 'Table'],
    ...junkAndHeaders,
    ...signaturePackets,
    ...controlledJunk,
    ...version3,
  ],
  Peer: [
    ...['PublicKey', 'PresharedKey', 'AllowedIPs', 'Endpoint', 'PersistentKeepalive'],
    'AdvancedSecurity',
  ],
} as const;
type Section = keyof typeof knownSettings;

/** The names as both programs compare them: without case. Ours are ASCII, so no locale matters. */
const sections = new Map(
  (['Interface', 'Peer'] as const).map((name) => [`[${name.toLowerCase()}]`, name]),
);
const settings: Readonly<Record<Section, ReadonlyMap<string, string>>> = {
  Interface: byLowerCase(knownSettings.Interface),
  Peer: byLowerCase(knownSettings.Peer),
};

/** Printable ASCII and tabs, without what a value may not have: `$`, quotes, `;` and other signs of a shell. */
const plainCode = /^[\w\t ,.:/+=<>%[\]-]*$/;
/** Nothing that is not shown, ends a line for some reader, or turns the direction of text. */
const plainComment = /^[^\p{C}\p{Zl}\p{Zp}]*$/u;

/** A text as it may leave, and the lines or settings that were left out of it, to be shown. */
export interface Released {
  readonly text: string;
  readonly leftOut: readonly string[];
}

type Line =
  | { readonly kind: 'nothing' | 'unknown' }
  | { readonly kind: 'section'; readonly section: Section }
  | { readonly kind: 'setting'; readonly name: string; readonly value: string };

/**
 * What of a configuration cannot run a command. Where every line is blank, a comment, a section or a
 * known setting with a plain value, and ends with LF or CRLF, that is the text byte for byte. Of any
 * other, the known sections and settings are written anew, and all other lines are left out: a list of
 * what is harmful would have to know what every reader takes for the end of a line or for a letter.
 *
 * @returns the text that may leave, and the lines that were left out
 */
export function withoutCommands(config: string): Released {
  const own = config.split('\n').map((line) => line.replace(/\r$/, ''));
  const lines = readLines([(own[0] ?? '').replace(/^\uFEFF/, ''), ...own.slice(1)]);
  const leftOut = own.filter((_, at) => lines[at]?.kind === 'unknown').map((line) => line.trim());
  if (leftOut.length === 0 && !config.startsWith('\uFEFF')) return { text: config, leftOut };
  return { text: writeAnew(lines), leftOut };
}

/** A configuration without the settings that have no value, and otherwise byte for byte. */
export function withoutEmptySettings(config: string): string {
  const own = config.split('\n');
  const lines = readLines(own.map((line) => line.replace(/\r$/, '')));
  return own
    .filter((_, at) => {
      const line = lines[at];
      return line?.kind !== 'setting' || line.value !== '';
    })
    .join('\n');
}

/** The settings of a configuration that are known. */
export interface TunnelSettings {
  /** By their usual names. One that has several lines, as `Address` may, has their values in a list. */
  readonly values: ReadonlyMap<string, string>;
  /** How many peers it has. */
  readonly peers: number;
}

/** Reads the known settings of a configuration, without its comments. */
export function tunnelSettings(config: string): TunnelSettings {
  const lines = readLines(config.split('\n').map((line) => line.replace(/\r$/, '')));
  const values = new Map<string, string>();
  for (const line of lines) {
    if (line.kind !== 'setting') continue;
    const before = values.get(line.name);
    values.set(line.name, before === undefined ? line.value : `${before}, ${line.value}`);
  }
  const peers = lines.filter((line) => line.kind === 'section' && line.section === 'Peer');
  return { values, peers: peers.length };
}

function readLines(texts: readonly string[]): Line[] {
  let section: Section | undefined;
  return texts.map((text) => {
    const line = readLine(text, section);
    if (line.kind === 'section') ({ section } = line);
    // What follows a section that is not known is not of the one before.
    else if (line.kind === 'unknown' && /^\W*\[/.test(text)) section = undefined;
    return line;
  });
}

function readLine(text: string, section: Section | undefined): Line {
  const mark = text.indexOf('#');
  const [before, comment] = mark < 0 ? [text, ''] : [text.slice(0, mark), text.slice(mark)];
  if (!plainCode.test(before) || !plainComment.test(comment)) return { kind: 'unknown' };
  const code = before.trim();
  if (code === '') return { kind: 'nothing' };
  const begun = sections.get(code.toLowerCase());
  if (begun !== undefined) return { kind: 'section', section: begun };
  const equals = code.indexOf('=');
  const known = settings[section ?? 'Interface'].get(
    code.slice(0, Math.max(0, equals)).trim().toLowerCase(),
  );
  if (section === undefined || known === undefined) return { kind: 'unknown' };
  return { kind: 'setting', name: known, value: code.slice(equals + 1).trim() };
}

function writeAnew(lines: readonly Line[]): string {
  const texts = lines.map((line) => {
    if (line.kind === 'setting') return `${line.name} = ${line.value}\n`;
    return line.kind === 'section' ? `\n[${line.section}]\n` : '';
  });
  return texts.join('').replace(/^\n/, '');
}

function byLowerCase(names: readonly string[]): ReadonlyMap<string, string> {
  return new Map(names.map((name) => [name.toLowerCase(), name]));
}

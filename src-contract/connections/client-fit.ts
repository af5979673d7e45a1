import {
  clients,
  type Cell,
  type Client,
  type ClientNote,
  type TextKind,
  type Trait,
} from '#contract/clients.ts';
import type { LeavingForm } from '#contract/ipc/connections.ts';

export interface ClientFit {
  readonly client: Client;
  /** `unknown`: it accepts some parts, and for the rest no source was found. */
  readonly verdict: Cell['verdict'] | 'unknown';
  readonly notes: readonly ClientNote[];
  /** Whether it reads such a text from a QR code; `null` where that is not known. */
  readonly scans: boolean | null;
}

/** The kind of text that a form of a connection is, by the scheme of its URL; `null` where no client is known. */
export function textKindOf(form: LeavingForm, scheme: string): TextKind | null {
  if (form === 'awg') return 'conf';
  if (form === 'xray') return 'xray-json';
  if (['wireguard', 'awg'].includes(scheme)) return 'tunnel-url';
  if (['vless', 'trojan', 'ss', 'hysteria2', 'hy2'].includes(scheme)) return 'proxy-url';
  return scheme === 'tg' ? 'telegram-url' : null;
}

/**
 * What each client makes of a text with these traits, in the order of the table. A client of which
 * nothing is known that concerns it is left out, and one that does not read such texts.
 */
export function clientFits(kind: TextKind | null, traits: readonly Trait[]): readonly ClientFit[] {
  if (kind === null || traits.length === 0) return [];
  return clients.flatMap((client) => {
    const reads = client.reads[kind];
    const cells = traits.map((trait) => client.takes[trait]);
    if (reads === undefined || cells.every((cell) => cell === undefined)) return [];
    const notes = cells.flatMap((cell) => cell?.note ?? []);
    const scans = reads.ways.includes('scan') || (reads.notScanned === true ? false : null);
    return [{ client, verdict: worst(cells), notes, scans }];
  });
}

/** The worst part decides: refused, then unknown, then accepted under a condition. */
function worst(cells: readonly (Cell | undefined)[]): ClientFit['verdict'] {
  if (cells.some((cell) => cell?.verdict === 'no')) return 'no';
  if (cells.includes(undefined)) return 'unknown';
  return cells.some((cell) => cell?.verdict === 'partly') ? 'partly' : 'yes';
}

/** Which apps scan a code, so far as is known; names alone. */
export interface Scanners {
  readonly scan: readonly string[];
  readonly refuse: readonly string[];
}

/** The phone apps that scan a text, and those that do not. */
export function scannersOf(form: LeavingForm, scheme: string, traits: readonly Trait[]): Scanners {
  const onPhones = clientFits(textKindOf(form, scheme), traits).filter(
    ({ client, verdict }) => verdict !== 'no' && isOn(client, 'phone'),
  );
  const named = (scans: boolean) =>
    onPhones.filter((fit) => fit.scans === scans).map(({ client }) => client.name);
  return { scan: named(true), refuse: named(false) };
}

const isOn = ({ devices }: Client, device: 'phone' | 'computer') => devices.includes(device);

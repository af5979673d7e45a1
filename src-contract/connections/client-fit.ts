import {
  clients,
  type Cell,
  type Client,
  type ClientName,
  type ClientNote,
  type TextKind,
  type Trait,
} from '#contract/clients.ts';
import type { LeavingForm, SecretPreview } from '#contract/ipc/connections.ts';

export interface ClientFit {
  readonly client: Client;
  /** `unknown`: it accepts some parts, and for the rest no source was found. */
  readonly verdict: Cell['verdict'] | 'unknown';
  readonly notes: readonly ClientNote[];
  /** It is known to read such a text from a QR code. */
  readonly scans: boolean;
}

/** The kind of text that a form of a connection is, by the scheme of its URL; `null` where no client is known. */
export function textKindOf(form: LeavingForm, scheme: string): TextKind | null {
  if (form === 'awg') return 'conf';
  if (form === 'xray') return 'xray-json';
  if (['wireguard', 'awg'].includes(scheme)) return 'tunnel-url';
  if (['vless', 'trojan', 'ss', 'hysteria2', 'hy2'].includes(scheme)) return 'proxy-url';
  return scheme === 'tg' ? 'telegram-url' : null;
}

/** What each client that reads such texts, as far as known, makes of these traits; in the table's order. */
export function clientFits(kind: TextKind | null, traits: readonly Trait[]): readonly ClientFit[] {
  if (kind === null || traits.length === 0) return [];
  return clients.flatMap((client) => {
    const reads = client.reads[kind];
    const cells = traits.map((trait) => client.takes[trait]);
    if (reads === undefined || cells.every((cell) => cell === undefined)) return [];
    const notes = cells.flatMap((cell) => cell?.note ?? []);
    return [{ client, verdict: worst(cells), notes, scans: reads.ways.includes('scan') }];
  });
}

/** The worst part decides: refused, then unknown, then accepted under a condition. */
function worst(cells: readonly (Cell | undefined)[]): ClientFit['verdict'] {
  if (cells.some((cell) => cell?.verdict === 'no')) return 'no';
  if (cells.includes(undefined)) return 'unknown';
  return cells.some((cell) => cell?.verdict === 'partly') ? 'partly' : 'yes';
}

const best = ['yes', 'partly', 'unknown', 'no'] as const;

/** What each client makes of the form of a connection that it takes best. */
export function fitsOf(
  previews: readonly Pick<SecretPreview, 'form' | 'scheme' | 'traits'>[],
): readonly ClientFit[] {
  const all = previews.flatMap(({ form, scheme, traits }) =>
    clientFits(textKindOf(form, scheme), traits),
  );
  const ranked = best.flatMap((verdict) => all.filter((fit) => fit.verdict === verdict));
  return clients.flatMap(({ name }) => ranked.find(({ client }) => client.name === name) ?? []);
}

/** The one rule of which clients are named as those that a connection works with. */
export const isTaken = ({ verdict }: ClientFit): boolean =>
  verdict === 'yes' || verdict === 'partly';

/** The phone apps that are known to scan a text; names alone. */
export function scannersOf(
  form: LeavingForm,
  scheme: string,
  traits: readonly Trait[],
): readonly ClientName[] {
  return clientFits(textKindOf(form, scheme), traits)
    .filter((fit) => isTaken(fit) && fit.scans && isOnPhone(fit.client))
    .map(({ client }) => client.name);
}

/** The phone apps that are known to scan the URL of a subscription. */
export const subscriptionScanners = (): readonly ClientName[] =>
  clients
    .filter((each) => isOnPhone(each) && each.reads['subscription-url']?.ways.includes('scan'))
    .map(({ name }) => name);

const isOnPhone = ({ devices }: Client) => devices.includes('phone');

import { clients, type Client, type ClientName, type Trait } from '#contract/clients.ts';
import type { ConnectionRow, ExportApp, ExportForm } from '#contract/ipc/connections.ts';
import { textKindOf } from './client-fit.ts';

/** How a connection gets into an app: by the clipboard on this computer, or by a phone's camera. */
export type HandOver = 'paste' | 'scan';

/** The form of a connection that is copied or drawn where the user names none. */
export interface PrimaryForm {
  readonly form: ExportForm;
  /** In the form of its own that this app scans. */
  readonly app: ExportApp | null;
  /** The chosen client, where it takes this form. */
  readonly client: ClientName | null;
  /** The chosen client, where it takes no form of this connection. */
  readonly missed: ClientName | null;
}

type Formed = Pick<ConnectionRow, 'protocol' | 'forms'>;

/** What is known of a protocol without its secret: the scheme of its URLs, and what clients look at. */
const protocols: Readonly<Record<string, { readonly scheme: string; readonly trait: Trait }>> = {
  vless: { scheme: 'vless', trait: 'vless' },
  'vless-2410': { scheme: 'vless', trait: 'vless' },
  trojan: { scheme: 'trojan', trait: 'trojan' },
  'trojan-2901': { scheme: 'trojan', trait: 'trojan' },
  outline: { scheme: 'ss', trait: 'shadowsocks' },
  'shadowsocks-2022': { scheme: 'ss', trait: 'shadowsocks-2022' },
  hysteria2: { scheme: 'hysteria2', trait: 'hysteria2' },
  wg: { scheme: 'wireguard', trait: 'wireguard' },
  'amnezia-wg-2': { scheme: 'awg', trait: 'awg-2' },
  mtproto: { scheme: 'tg', trait: 'mtproto' },
};

/** The form taken where none is named: the chosen client's, else most clients', else the URL. */
export function primaryForm(
  of: Formed,
  chosen: ClientName | null,
  by: HandOver = 'paste',
): PrimaryForm | undefined {
  const own = clients.find(({ name }) => name === chosen);
  const ranked = rankedForms(of, by);
  const taken = own && ranked.find((form) => takes(own, of, form, by));
  if (own && taken !== undefined) {
    return { form: taken, app: ownForm(own, taken, by), client: own.name, missed: null };
  }
  const [form] = ranked;
  return form && { form, app: null, client: null, missed: own?.name ?? null };
}

/** The clients that take a connection in some form; names alone, in the order of the table. */
export function clientsOf(of: Formed, by: HandOver): readonly ClientName[] {
  const device = by === 'scan' ? 'phone' : 'computer';
  return clients
    .filter(({ devices }) => devices.includes(device))
    .filter((client) => of.forms.some((form) => takes(client, of, form, by)))
    .map(({ name }) => name);
}

function rankedForms(of: Formed, by: HandOver): ExportForm[] {
  const count = (form: ExportForm, how: HandOver) =>
    clients.filter((client) => takes(client, of, form, how) && ownForm(client, form, how) === null)
      .length;
  return of.forms.toSorted(
    (one, other) =>
      count(other, by) - count(one, by) || count(other, 'paste') - count(one, 'paste'),
  );
}

function takes(client: Client, of: Formed, form: ExportForm, by: HandOver): boolean {
  const known = Object.hasOwn(protocols, of.protocol) ? protocols[of.protocol] : undefined;
  const kind = known && textKindOf(form, schemeOf(of, form, known.scheme));
  const reads = kind && client.reads[kind];
  const verdict = known && client.takes[known.trait]?.verdict;
  if (!reads || verdict === undefined || verdict === 'no') return false;
  return by === 'paste' || reads.ways.includes('scan') || ownForm(client, form, by) !== null;
}

/** A bare `user:pass@host:port` has no scheme; its URL is a form of its own. */
function schemeOf({ forms }: Formed, form: ExportForm, scheme: string): string {
  return form === 'url' && forms.includes('proxy-url') ? '' : scheme;
}

/** AmneziaVPN's scanner takes nothing but a form of its own, which main makes of these. */
function ownForm({ name }: Client, form: ExportForm, by: HandOver): ExportApp | null {
  const isMade = form === 'awg' || form === 'xray';
  return by === 'scan' && isMade && name === 'AmneziaVPN' ? 'amnezia-vpn' : null;
}

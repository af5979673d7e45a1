import type { Failure } from '#contract/failure.ts';
import {
  convertedForms,
  type Conversion,
  type ConversionRefusal,
  type ConvertedForm,
} from '#contract/ipc/connections.ts';
import { unseenCharacters } from '#contract/unseen-characters.ts';
import type { ConnectionSecrets } from '#core/connections/storage/secrets.ts';
import { ownNames } from '#core/kernel/own-names.ts';
import { toMihomo } from './mihomo.ts';
import type { Proxy } from './proxy.ts';
import { readProxy } from './read-proxy.ts';
import { toSingBox } from './sing-box.ts';
import type { WrittenObject, WrittenProxy } from './written-proxy.ts';
import { writtenTunnel } from './written-tunnel.ts';
import { yamlList } from './yaml.ts';

export interface Convertible {
  readonly protocol: string;
  readonly secrets: ConnectionSecrets;
  /** Names it where its URL does not. */
  readonly label: string;
}

interface ConvertedProxy {
  readonly name: string;
  readonly kind: Proxy['kind'];
  readonly fields: WrittenObject;
}

type Converted = ConvertedProxy | { readonly refusal: ConversionRefusal };

const writers: Readonly<Record<ConvertedForm, (proxy: Proxy) => WrittenProxy>> = {
  'sing-box': toSingBox,
  mihomo: toMihomo,
};

/** Names that Mihomo gives to parts of its own: it refuses a whole file with a proxy called so. */
const mihomoNames = ['DIRECT', 'REJECT', 'REJECT-DROP', 'COMPATIBLE', 'PASS', 'GLOBAL'];

/** Converts a connection where nothing of it is lost. A refusal names fields, never a value. */
export function convert(form: ConvertedForm, { protocol, secrets, label }: Convertible): Converted {
  // None of the programs has MTProto, which is Telegram's own.
  if (protocol === 'mtproto') return { refusal: { kind: 'protocol', fields: [] } };
  const { connection_url, awg_config = '' } = secrets;
  // Half a surrogate pair has no bytes in any file, and the programs refuse all of one that names it.
  const isText = connection_url.split('#', 1).join().isWellFormed() && awg_config.isWellFormed();
  const read = isText && readProxy(protocol, secrets);
  if (!read) return { refusal: { kind: 'unreadable', fields: [] } };
  const { fields, lost } = writers[form](read.proxy);
  const all = [...new Set([...read.lost, ...lost])];
  if (all.length > 0) return { refusal: { kind: 'fields', fields: all } };
  // Programs log it.
  const [own = '', other = ''] = [read.name, label].map((each) =>
    each.replaceAll(unseenCharacters, ''),
  );
  return { name: own === '' ? other : own, kind: read.proxy.kind, fields };
}

export function isConvertedForm(form: string): form is ConvertedForm {
  return convertedForms.some((each) => each === form);
}

/** The details of the failure where a form would lose these. */
export function notWithoutLoss(fields: readonly string[]): Omit<Failure, 'kind'> {
  return { reason: 'not-without-loss', issues: fields.map((path) => ({ path, code: 'lost' })) };
}

/** Whether each form can be had of a connection; the tunnel's configuration only where it cannot. */
export function conversionsOf(protocol: string, secrets: ConnectionSecrets): Conversion[] {
  const refusal = tunnelRefusal(secrets);
  const converted = convertedForms.map((form) => {
    const result = convert(form, { protocol, secrets, label: '' });
    return { form, refusal: 'refusal' in result ? result.refusal : null };
  });
  return refusal === undefined ? converted : [{ form: 'awg', refusal }, ...converted];
}

/** Why a tunnel of which the service gives only the URL has no configuration; `undefined` where it has. */
export function tunnelRefusal(secrets: ConnectionSecrets): ConversionRefusal | undefined {
  if (secrets.awg_config !== undefined) return undefined;
  const written = writtenTunnel(secrets.connection_url);
  return written?.text === undefined ? written?.refusal : undefined;
}

/** A configuration with these alone; a repeated name gets a number. */
export function configurationOf(form: ConvertedForm, proxies: readonly ConvertedProxy[]): string {
  const ownName = ownNames(form === 'mihomo' ? mihomoNames : []);
  const names = proxies.map(({ name }) => ownName(name.toWellFormed()));
  if (form === 'mihomo') {
    const list = proxies.map(({ fields }, at) => ({ name: names[at], ...fields }));
    return yamlList('proxies', list);
  }
  const tagged = proxies.map(({ kind, fields }, at) => ({
    isTunnel: kind === 'wireguard',
    fields: { type: fields['type'], tag: names[at], ...fields },
  }));
  const [outbounds = [], endpoints = []] = [false, true].map((isTunnel) =>
    tagged.filter((each) => each.isTunnel === isTunnel).map(({ fields }) => fields),
  );
  const lists = {
    ...(outbounds.length > 0 && { outbounds }),
    ...(endpoints.length > 0 && { endpoints }),
  };
  return `${JSON.stringify(lists, undefined, 2)}\n`;
}

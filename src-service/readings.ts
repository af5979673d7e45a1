/**
 * How the service reads what the specification leaves open (docs/assumptions.md). The first of each is
 * the one that it takes unless it is told otherwise.
 *
 * - `absent-flags`: a change of a configuration switches off the flags that it does not name, or leaves
 *   them as they are.
 * - `amounts`: roubles are whole, or have kopecks; or other currencies are given in their smallest units.
 * - `shop-texts`: products have a title, a caption and a description, or `null`.
 * - `mtproto-proxies`: their `connection_url` is a `tg://` link, or `user:pass@server:port` as of others.
 */
export const readings = {
  'absent-flags': ['off', 'kept'],
  amounts: ['whole', 'decimal', 'smallest-units'],
  'shop-texts': ['given', 'null'],
  'mtproto-proxies': ['link', 'literal'],
} as const;

type ReadingName = keyof typeof readings;
export type Readings = { readonly [Name in ReadingName]: (typeof readings)[Name][number] };

export const usualReadings: Readings = {
  'absent-flags': 'off',
  amounts: 'whole',
  'shop-texts': 'given',
  'mtproto-proxies': 'link',
};

/** Reads `NAME=VALUE` of the command line. Throws a `TypeError` that says what is expected. */
export function parseReading(text: string): Partial<Readings> {
  const [name = '', value = ''] = text.split('=');
  const known: Readonly<Record<string, readonly string[]>> = readings;
  if (!Object.hasOwn(known, name) || known[name]?.includes(value) !== true) {
    const expected = Object.entries(readings).map(([each, of]) => `${each}=${of.join('|')}`);
    throw new TypeError(`--reading: expected ${expected.join(', ')}`);
  }
  return { [name]: value };
}

/** The data of an answer in these readings, where that is a matter of how it is written. */
export function writtenAs(data: unknown, chosen: Readings): unknown {
  if (Array.isArray(data)) return data.map((each: unknown) => writtenAs(each, chosen));
  if (typeof data !== 'object' || data === null) return data;
  const fields = Object.entries(data).map(([name, value]): [string, unknown] => [
    name,
    writtenAs(value, chosen),
  ]);
  const isProduct = 'payment_methods' in data;
  const isLiteral = chosen['mtproto-proxies'] === 'literal';
  return Object.fromEntries(
    fields.map(([name, value]) => {
      if (isProduct && chosen['shop-texts'] === 'null' && productTexts.includes(name)) {
        return [name, null];
      }
      return [name, isLiteral && name === 'connection_url' ? literal(value) : value];
    }),
  );
}

const productTexts: readonly string[] = ['title', 'caption', 'description'];

/** A `tg://` link as `user:pass@server:port`; anything else as it is. */
function literal(url: unknown): unknown {
  if (typeof url !== 'string' || !url.startsWith('tg://')) return url;
  const query = new URL(url).searchParams;
  const [server, port, secret] = ['server', 'port', 'secret'].map((name) => query.get(name) ?? '');
  return `mtproto:${secret ?? ''}@${server ?? ''}:${port ?? ''}`;
}

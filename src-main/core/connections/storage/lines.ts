import { bytesOf, columnsOf, toColumns, valuesOf, type Columns } from './columns.ts';
import { lineFields, type ConnectionLine } from '#core/connections/connection.ts';
import type { SealedChange, SealedVault } from '#core/vault/sealed-vault.ts';

/** How many lines one sealed record holds. */
const chunkSize = 2000;
const purpose = 'connections';

type Table = { readonly [Field in keyof ConnectionLine]: readonly unknown[] };

const chunkName = (number: number) => `lines ${String(number)}`;

/** The lines of so many chunks, in the order they were written; of one that cannot be opened, none. */
export function readLines(vault: SealedVault, chunks: number): ConnectionLine[] {
  return Array.from({ length: chunks }, (_, n) => {
    const bytes = vault.readBytes(purpose, chunkName(n));
    return bytes ? fromColumns(columnsOf(bytes)) : [];
  }).flat();
}

/**
 * What to write of the lines: the chunks that are not on the disk just so. They are read for that,
 * which costs less than working out at each start what only a change needs.
 *
 * @param before how many chunks there are
 */
export function lineChanges(
  vault: SealedVault,
  lines: readonly ConnectionLine[],
  before: number,
): { readonly chunks: number; readonly changes: SealedChange[] } {
  const chunks = Math.ceil(lines.length / chunkSize);
  const changes: SealedChange[] = [];
  for (let n = 0; n < Math.max(chunks, before); n += 1) {
    const name = chunkName(n);
    if (n >= chunks) {
      changes.push({ purpose, name, value: undefined });
      continue;
    }
    const value = bytesOf(inColumns(lines.slice(n * chunkSize, (n + 1) * chunkSize)));
    const written = n < before ? vault.readBytes(purpose, name) : undefined;
    if (!written || !value.equals(written)) changes.push({ purpose, name, value });
  }
  return { chunks, changes };
}

export function inColumns(lines: readonly ConnectionLine[]): Columns {
  return toColumns(lines, lineFields);
}

/** Field by field, because rows of one shape are made and read several times faster than others. */
export function fromColumns(columns: Columns): ConnectionLine[] {
  const {
    key,
    scope,
    source,
    title,
    protocol,
    country,
    place,
    host,
    online,
    expiresAt,
    autoRenewal,
    autoRenewalDays,
    createdAt,
    server,
    forms,
    fingerprint,
  } = Object.fromEntries(
    lineFields.map((field) => [field, valuesOf(columns, field)]),
  ) as unknown as Table;
  return key.map((_, n) => ({
    key: key[n] as ConnectionLine['key'],
    scope: scope[n] as ConnectionLine['scope'],
    source: source[n] as ConnectionLine['source'],
    title: title[n] as ConnectionLine['title'],
    protocol: protocol[n] as ConnectionLine['protocol'],
    country: country[n] as ConnectionLine['country'],
    place: place[n] as ConnectionLine['place'],
    host: host[n] as ConnectionLine['host'],
    online: online[n] as ConnectionLine['online'],
    expiresAt: expiresAt[n] as ConnectionLine['expiresAt'],
    autoRenewal: autoRenewal[n] as ConnectionLine['autoRenewal'],
    autoRenewalDays: autoRenewalDays[n] as ConnectionLine['autoRenewalDays'],
    createdAt: createdAt[n] as ConnectionLine['createdAt'],
    server: server[n] as ConnectionLine['server'],
    forms: forms[n] as ConnectionLine['forms'],
    fingerprint: fingerprint[n] as ConnectionLine['fingerprint'],
  }));
}

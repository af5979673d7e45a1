import { z } from 'zod';
import { lineFields, type ConnectionLine } from '#core/connections/connection.ts';
import { Bytes, type SealedChange, type SealedVault } from '#core/vault/sealed-vault.ts';
import {
  bytesOf,
  column,
  ColumnBytes,
  haveRows,
  toColumns,
  valueAt,
  type StoredColumns,
} from './columns.ts';
import { lineSchemas } from './schemas.ts';

/** How many lines one sealed record holds. */
const chunkSize = 2000;
const purpose = 'connections';

/** The schema of stored lines: reads as the lines, in the order they were written. */
export const StoredLines = z
  .object({
    count: z.int().min(0),
    columns: z.object({
      key: column(lineSchemas.key),
      scope: column(lineSchemas.scope),
      source: column(lineSchemas.source),
      title: column(lineSchemas.title),
      protocol: column(lineSchemas.protocol),
      country: column(lineSchemas.country),
      place: column(lineSchemas.place),
      host: column(lineSchemas.host),
      online: column(lineSchemas.online),
      expiresAt: column(lineSchemas.expiresAt),
      autoRenewal: column(lineSchemas.autoRenewal),
      autoRenewalDays: column(lineSchemas.autoRenewalDays),
      createdAt: column(lineSchemas.createdAt),
      server: column(lineSchemas.server),
      forms: column(lineSchemas.forms),
      fingerprint: column(lineSchemas.fingerprint),
    }),
  })
  .refine(({ columns, count }) => haveRows(columns, count))
  .transform(({ columns, count }) =>
    // Literal objects of one shape are made and read several times faster than others.
    Array.from({ length: count }, (_, n): ConnectionLine => ({
      key: valueAt(columns.key, n),
      scope: valueAt(columns.scope, n),
      source: valueAt(columns.source, n),
      title: valueAt(columns.title, n),
      protocol: valueAt(columns.protocol, n),
      country: valueAt(columns.country, n),
      place: valueAt(columns.place, n),
      host: valueAt(columns.host, n),
      online: valueAt(columns.online, n),
      expiresAt: valueAt(columns.expiresAt, n),
      autoRenewal: valueAt(columns.autoRenewal, n),
      autoRenewalDays: valueAt(columns.autoRenewalDays, n),
      createdAt: valueAt(columns.createdAt, n),
      server: valueAt(columns.server, n),
      forms: valueAt(columns.forms, n),
      fingerprint: valueAt(columns.fingerprint, n),
    })),
  );

const Chunk = ColumnBytes.pipe(StoredLines);

export function storedLines(lines: readonly ConnectionLine[]): StoredColumns {
  return toColumns(lines, lineFields);
}

/** The lines of so many chunks, in the order they were written; a chunk that is unreadable has none. */
export function readLines(vault: SealedVault, chunks: number): ConnectionLine[] {
  return Array.from(
    { length: chunks },
    (_, n) => vault.readBytes(purpose, chunkName(n), Chunk) ?? [],
  ).flat();
}

/**
 * What to write so that the chunks hold these lines: the chunks that differ from what is stored. The
 * stored chunks are read for the comparison, which only a change needs.
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
    const value = bytesOf(storedLines(lines.slice(n * chunkSize, (n + 1) * chunkSize)));
    const written = n < before ? vault.readBytes(purpose, name, Bytes) : undefined;
    if (!written || !value.equals(written)) changes.push({ purpose, name, value });
  }
  return { chunks, changes };
}

const chunkName = (number: number) => `lines ${String(number)}`;

import {
  lineFields,
  lineOf,
  makeConnection,
  restOf,
  type Connection,
} from '#core/connections/connection.ts';
import type { Vault } from '#core/ports.ts';
import { createSealedVault, type SealedVault } from '#core/vault/sealed-vault.ts';
import { createSystemRandom } from '#adapters/system-random.ts';

/** How many lines a record of the earlier layout held, and how many the first screen's. */
const [chunk, screen] = [1000, 50];
export const account = 'a';

export function seal(vault: Vault, onUnreadable: () => void = () => undefined): SealedVault {
  const key = new Uint8Array(32).fill(7);
  return createSealedVault({ vault, account, key, random: createSystemRandom(), onUnreadable });
}

export function connectionsFor(count: number): Connection[] {
  return Array.from({ length: count }, (_, n) =>
    makeConnection({
      key: `config:${String(n)}`,
      scope: 'config',
      source: 'config',
      title: `Title ${String(n).padStart(5, '0')}`,
      protocol: n % 3 === 0 ? 'amnezia-wg-2' : 'vless-1',
      country: 'nl',
      place: `Place ${String(n % 130)}`,
      online: null,
      expiresAt: 2_000_000_000 + n,
      autoRenewal: null,
      autoRenewalDays: null,
      createdAt: n,
      titleRule: null,
      server: null,
      ...(n % 5 === 0 && { tlsDomain: 'tls.example.com' }),
      secrets: {
        connection_url: `vless://secret-${String(n)}@nl.example.com:${String(1000 + n)}#n`,
        ...(n % 3 === 0 && { awg_config: `[Interface]\nPrivateKey = ${String(n)}\n` }),
      },
    }),
  );
}

/** Rows field by field, what repeats once with the numbers of where it is. */
function inColumns(connections: readonly Connection[]) {
  const rows = connections.map(({ entry }) => lineOf(entry));
  const columns = lineFields.map((field) => {
    const texts = rows.map((row) => JSON.stringify(row[field]));
    const distinct = [...new Set(texts)];
    const values = rows.map((row) => row[field]);
    const column =
      distinct.length * 2 <= texts.length
        ? {
            distinct: distinct.map((text) => JSON.parse(text) as unknown),
            at: texts.map((text) => distinct.indexOf(text)),
          }
        : { values };
    return [field, column] as const;
  });
  return { count: rows.length, columns: Object.fromEntries(columns) };
}

/** Writes connections as Culvert did when each had two records of its own. */
export function writeEarlier(vault: SealedVault, connections: readonly Connection[]): void {
  const chunks = Math.ceil(connections.length / chunk);
  const head = { version: 2, count: connections.length, chunks, scopes: { config: 5 } };
  vault.write([
    { purpose: 'connections', name: 'head', value: head },
    { purpose: 'connections', name: 'first', value: inColumns(connections.slice(0, screen)) },
    ...Array.from({ length: chunks }, (_, n) => ({
      purpose: 'connections',
      name: `lines ${String(n)}`,
      value: inColumns(connections.slice(n * chunk, (n + 1) * chunk)),
    })),
    ...connections.flatMap(({ entry, secrets }) => [
      { purpose: 'details', name: entry.key, value: restOf(entry) },
      { purpose: 'secrets', name: entry.key, value: secrets },
    ]),
  ]);
}

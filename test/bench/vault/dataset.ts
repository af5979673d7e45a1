import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ConnectionQuery } from '#contract/ipc/connections.ts';
import { overviewLimit } from '#contract/endpoint.ts';
import { openSqliteVault } from '#adapters/vault/sqlite-vault.ts';
import { createSystemClock } from '#adapters/system-clock.ts';
import { createSystemRandom } from '#adapters/system-random.ts';
import { createUndiciTransport } from '#adapters/transport/undici-transport.ts';
import { createApiClient } from '#core/api/api-client.ts';
import { createConnectionSync } from '#core/connections/connection-sync.ts';
import type { Connections } from '#core/connections/connections.ts';
import { createConnections } from '#core/connections/create-connections.ts';
import { openConnectionStore } from '#core/connections/storage/connection-store.ts';
import { createReadCache } from '#core/cache/read-cache.ts';
import { createRateLimiter } from '#core/limits/rate-limiter.ts';
import { createSealedVault, type SealedVault } from '#core/vault/sealed-vault.ts';
import { withManifest } from '#core/vault/vault-manifest.ts';
import { startService } from '#service/service.ts';

/** The window's first query. */
const firstScreen = ConnectionQuery.parse({ offset: 0, limit: 50 });
/** The first query of a search. */
const firstSearch = ConnectionQuery.parse({ offset: 0, limit: 50, filter: { search: 'vless' } });
const clock = createSystemClock();
const random = createSystemRandom();
const silent = () => undefined;

/** An account's connections as Culvert keeps them, and the same in a plain file. */
export interface Dataset {
  /** Opens the file, with the checks that every opening makes of it and of its records; closes it. */
  readonly opening: () => void;
  /** Answers the first screen from the open vault. */
  readonly first: () => void;
  /** Reads everything that is searched, and searches it. */
  readonly index: () => void;
  /** Opens every record, secrets too. */
  readonly whole: () => void;
  /** Reads and parses the plain file. */
  readonly plain: () => void;
  readonly remove: () => void;
}

const connectionsOf = (vault: SealedVault): Connections =>
  // What would be read a moment after the first screen is not part of it.
  createConnections({
    checkOf: () => undefined,
    stateOf: ({ online, listedAt }) => ({ state: 'unknown', online, since: listedAt }),
    vault,
    clock: { ...clock, after: () => silent },
    language: () => 'en',
    publish: silent,
  });

/** Everything of every connection, in parts; throws when something is not there. */
function everythingOf(vault: SealedVault) {
  const store = openConnectionStore(vault);
  const rests = store.rests();
  const secrets = store.secretsOf();
  return store.lines().map((line) => {
    const [rest, texts] = [rests.get(line.key), secrets.get(line.key)];
    if (!rest || !texts) throw new Error(`not everything is there of ${line.key}`);
    return { line, rest, texts };
  });
}

/** Reads everything that the local service has for `scale` configurations, as the app does. */
async function fill(vault: SealedVault, scale: number): Promise<string> {
  const service = await startService({ scale, limits: 'off' });
  const transport = createUndiciTransport({ service: service.url });
  const limiter = createRateLimiter({ clock, overview: { ...overviewLimit, max: 10_000 } });
  try {
    const { url: base, key } = service;
    const log = { write: silent };
    const client = createApiClient({ base, key, transport, limiter, clock, random, log });
    const readCache = createReadCache({ client, vault, clock, publish: silent });
    const connections = connectionsOf(vault);
    const sync = createConnectionSync({ client, readCache, connections, language: () => 'en' });
    const read = await sync.refresh('user');
    if (!read.ok) throw new Error(`the lists could not be read: ${read.failure.kind}`);
    const all = everythingOf(vault);
    if (all.length < scale) throw new Error('the lists are not whole');
    return JSON.stringify(all.map(({ line, rest, texts }) => ({ ...line, ...rest, ...texts })));
  } finally {
    limiter.stop();
    await transport.close();
    await service.close();
  }
}

/** Fills a vault and a plain file with the connections of an account with so many configurations. */
export async function createDataset(scale: number): Promise<Dataset> {
  const folder = mkdtempSync(join(tmpdir(), 'culvert-bench-'));
  const key = random.bytes(32);
  const path = join(folder, 'vault');
  const plain = join(folder, 'plain.json');
  const account = { account: 'bench', key, random };
  const open = () =>
    withManifest({ ...account, vault: openSqliteVault(path).vault, checkpoint: 0 });
  let vault = open();
  const sealed = () => createSealedVault({ ...account, vault });
  writeFileSync(plain, await fill(sealed(), scale));
  return {
    opening: () => {
      vault.close();
      vault = open();
      if (vault.finding !== undefined) throw new Error('the vault is not whole');
    },
    first: () => {
      const page = connectionsOf(sealed()).query(firstScreen);
      if (page.rows.length !== firstScreen.limit) throw new Error('the first screen is not whole');
    },
    index: () => {
      const page = connectionsOf(sealed()).query(firstSearch);
      if (page.total === 0) throw new Error('the search found nothing');
    },
    whole: () => {
      everythingOf(sealed());
    },
    plain: () => {
      JSON.parse(readFileSync(plain, 'utf8'));
    },
    remove: () => {
      vault.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

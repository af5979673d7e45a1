import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import {
  api,
  purchaseEndpoints,
  type EndpointId,
  type PurchaseEndpoint,
} from '#contract/api/index.ts';
import type { PurchaseEntry } from '#contract/ipc/purchase-journal.ts';
import { ipc, type CommandName } from '#contract/ipc.ts';
import type { Result } from '#contract/failure.ts';
import { createSystemClock } from '#adapters/system-clock.ts';
import type { HttpTransport } from '#core/kernel/ports.ts';
import { createAuthority } from '#test/adapters/transport/certificates.ts';
import { serve, run, newMachine, rowsOf } from '#test/core/harness.ts';
import { validInput } from '#test/service/valid-input.ts';
import { drawn } from '#test/simulator/deep.ts';
import { worstInputs, type Target } from './worst-inputs.ts';

const passphrase = 'correct horse battery';
/** Waits of the limiter and for deadlines pass this much faster. */
const hurry = 100;

const commandNames = Object.keys(ipc.commands) as CommandName[];
const endpointIds = Object.keys(api) as EndpointId[];
const byJournal = new Set<string>(purchaseEndpoints);
/** What a page can call: each command, and each endpoint by its own name or through the journal. */
const callable = [
  ...commandNames,
  ...endpointIds.filter((id) => byJournal.has(id) || api[id].exposure === 'window'),
];
type Name = (typeof callable)[number];
const isCommand = (name: Name): name is CommandName => Object.hasOwn(ipc.commands, name);

let ca: string;
beforeAll(async () => {
  ({ ca } = await createAuthority());
});

/** A signed-in core before a user who agrees to everything, and a service that `spoils` answers. */
async function createWorld(spoils: (body: Uint8Array) => Uint8Array = (body) => body) {
  const service = await serve({ limits: 'off' });
  service.control.setBalance({ balance: 1_000_000, referral_balance: 100_000 });
  const machine = newMachine();
  machine.shell.selectedFile = Buffer.from(ca);
  machine.shell.clients.set('vless', 'Client');
  machine.subscriptionUrls = { service: service.url, template: 'https://sub.example.com/{key}' };
  const clock = createSystemClock();
  const spoiling = { on: false };
  const running = await run(
    machine,
    (transport): HttpTransport => ({
      ...transport,
      async send(request) {
        const answer = await transport.send(request);
        return spoiling.on ? { ...answer, body: spoils(answer.body) } : answer;
      },
    }),
    {
      monotonic: () => clock.monotonic() * hurry,
      after: (ms, then) => clock.after(ms / hurry, then),
    },
  );
  await running.signIn(service);
  await running.ask('checks.accept', {});
  return { service, machine, running, spoiling };
}
type World = Awaited<ReturnType<typeof createWorld>>;

async function bought(
  { running, service }: World,
  endpoint: PurchaseEndpoint,
  input: unknown = validInput(endpoint, service.control),
): Promise<PurchaseEntry> {
  const ticket = crypto.randomUUID();
  return (await running.ask('purchases.submit', { ticket, endpoint, input })).entry;
}

/** A journal entry whose answer was lost, once it is known what became of it. */
async function lost(
  world: World,
  endpoint: PurchaseEndpoint,
  kind: 'drop-before' | 'drop-after',
  state: PurchaseEntry['state'],
): Promise<PurchaseEntry> {
  world.service.control.setFaults([`${endpoint}:${kind}:1:1`]);
  const { id } = await bought(world, endpoint);
  const found = (entries: readonly PurchaseEntry[]) =>
    entries.find((each) => each.id === id && each.state === state);
  const listed = found((await world.running.ask('purchases.list', {})).entries);
  if (listed) return listed;
  const { entries } = await world.running.until(
    'purchases.changed',
    (journal) => found(journal.entries) !== undefined,
  );
  return found(entries) ?? (await bought(world, endpoint));
}

const keyOfNew = async (world: World) => ({
  id: (await bought(world, 'apiKeys.create')).id,
  secret: 'api-key',
});
const activation = async (world: World) => {
  const { body } = validInput('configs.create', world.service.control);
  const asKey = { body: { tariff_id: body.tariff_id, as_key: true } };
  const { id } = await bought(world, 'configs.create', asKey);
  return { of: 'purchase', id, secret: 'activation-key' };
};
async function begun({ running }: World): Promise<{ readonly id: string }> {
  const [row] = await rowsOf(running);
  const titles = [{ key: row?.key ?? '', title: 'Renamed' }];
  const request = { action: 'rename' as const, titles };
  const { id } = await running.ask('batches.start', { request, count: 1, sum: null });
  return { id };
}
async function over(world: World): Promise<{ readonly id: string }> {
  const { id } = await begun(world);
  const isOver = async () => (await world.running.ask('batches.get', { id })).summary.running;
  await expect.poll(isOver).toBe(false);
  return { id };
}
const link = async (world: World) => await bought(world, 'balance.topup');

async function chosenBackup({ running, machine }: World) {
  await running.ask('backup.save', { passphrase, keys: false, secrets: false });
  machine.shell.selectedFile = machine.shell.savedBytes;
  await running.ask('backup.choose', {});
  return { passphrase };
}

/** What a command needs before it can succeed, where its usual input is not enough. */
const prepared: Partial<Record<CommandName, (world: World) => unknown>> = {
  'session.signIn': ({ service }) => ({ service: service.url, key: service.key }),
  'session.signOut': async ({ running }) => {
    const { account } = await running.ask('session.get', {});
    return { account: account?.id };
  },
  'session.setPassphrase': () => ({ current: '', next: passphrase }),
  'backup.read': chosenBackup,
  'backup.restore': async (world) => {
    await world.running.ask('backup.read', await chosenBackup(world));
    return {};
  },
  'backup.undo': async (world) => {
    await world.running.ask('backup.read', await chosenBackup(world));
    await world.running.ask('backup.restore', {});
    return {};
  },
  'network.setProxy': () => ({ kind: 'none' }),
  'network.check': () => ({}),
  'purchases.submit': ({ service }) => ({
    ticket: crypto.randomUUID(),
    endpoint: 'configs.create',
    input: validInput('configs.create', service.control),
  }),
  'purchases.retry': async (world) => {
    const { id, attempts } = await lost(world, 'configs.create', 'drop-before', 'not-seen');
    return { id, attempts };
  },
  'purchases.dismiss': async (world) => ({ id: (await bought(world, 'configs.create')).id }),
  'purchases.showKey': keyOfNew,
  'secrets.reveal': activation,
  'secrets.copy': activation,
  'purchases.markSaved': async (world) => ({ id: (await activation(world)).id }),
  'purchases.openLink': async (world) => ({ id: (await link(world)).id }),
  'purchases.stopWaiting': async (world) => ({ id: (await link(world)).id }),
  'purchases.removeOrphan': async (world) => {
    const { id, orphans } = await lost(world, 'apiKeys.create', 'drop-after', 'orphan');
    return { id, key: orphans[0]?.id };
  },
  'batches.get': begun,
  'batches.stop': begun,
  'batches.see': over,
  'batches.dismiss': over,
  'secrets.open': vless,
  'connections.awg': async ({ running }) => ({
    key: (await rowsOf(running)).find(({ protocol }) => protocol === 'amnezia-wg-2')?.key,
  }),
  'connections.xray': async ({ running }) => ({
    key: (await rowsOf(running)).find(({ forms }) => forms.includes('xray'))?.key,
  }),
  'tools.publicKey': withPair(() => ({ pair: 'local' })),
  'secrets.qr': vless,
  'subscriptions.clients': withSubscription,
};

async function vless({ running }: World) {
  const row = (await rowsOf(running)).find(({ protocol }) => protocol === 'vless');
  return { of: 'connection', key: row?.key };
}

function withPair(input: () => unknown) {
  return async ({ running }: World) => {
    await running.ask('tools.makeKeys', {});
    return input();
  };
}

async function withSubscription(world: World) {
  const id = world.service.control.account().subscriptions[0]?.id;
  const read = { id: 'customSubscriptions.get', input: { path: { id } } };
  const fetchedAt = async () => (await world.running.ask('cache.read', read)).fetchedAt;
  await expect.poll(fetchedAt).not.toBeNull();
  return { id };
}

/** An input that is answered with success in this world, after what it needs was done. */
async function goodInput(name: Name, world: World): Promise<unknown> {
  if (!isCommand(name)) return validInput(name, world.service.control);
  const prepare = prepared[name];
  if (prepare) return await prepare(world);
  const { account } = await world.running.ask('session.get', {});
  const [row] = await rowsOf(world.running);
  const target: Target = {
    sink: { url: world.service.url, host: '127.0.0.1', port: 1 },
    connection: row?.key ?? '',
    entry: '',
    unseen: '',
    link: '',
    account: account?.id ?? '',
  };
  return worstInputs[name](target);
}

/** The same, or `{}` where a needed resource does not exist or its answer is malformed. */
async function goodOrNone(name: Name, world: World): Promise<unknown> {
  world.spoiling.on = false;
  const none = new Promise((resolve) => setTimeout(resolve, 1000, {}));
  const input = await Promise.race([goodInput(name, world).catch(() => ({})), none]);
  world.spoiling.on = true;
  return input;
}

function call(name: Name, input: unknown, { running }: World): Promise<Result<unknown>> {
  if (!byJournal.has(name)) return running.app.call(name, input);
  const ticket = crypto.randomUUID();
  return running.app.call('purchases.submit', { ticket, endpoint: name, input });
}

/** Has main call the endpoints that it calls by itself: for titles, subconfigs and statistics. */
async function useConnections({ running }: World): Promise<void> {
  const rows = await rowsOf(running);
  const sources = [...Map.groupBy(rows, ({ source }) => source).values()];
  for (const [row] of sources)
    await running.ask('connections.setTitle', { key: row?.key ?? '', title: 'New' });
  for (const { key } of rows) await running.ask('connections.get', { key });
  running.app.setWindowVisible(true);
  const servers = new Set(rows.flatMap(({ server }) => server ?? []));
  await running.ask('stats.watch', { servers: [...servers].slice(0, 100), focus: null });
}

/** The endpoints of which an answer with success was read. */
function answered({ machine }: World): Set<string> {
  const lines = machine.log.lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  return new Set(
    lines
      .filter(({ event, status }) => event === 'answer' && Number(status) < 300)
      .map(({ endpoint }) => String(endpoint)),
  );
}

it('each command and each endpoint is carried out for a page that calls it as it should', async () => {
  const reached = new Set<string>();
  const failed: unknown[] = [];
  let world = await createWorld();
  for (const name of callable) {
    const attempt = async () => call(name, await goodInput(name, world), world);
    let answer = await attempt().catch(() => undefined);
    // A new world has everything that an earlier call removed.
    if (answer?.ok !== true) {
      for (const id of answered(world)) reached.add(id);
      await world.running.stop();
      world = await createWorld();
      answer = await attempt();
    }
    if (!answer.ok) failed.push([name, answer.failure]);
    reached.add(name);
  }
  // This build names no page of keys.
  expect(failed).toEqual([['session.openKeysPage', { kind: 'not-found' }]]);
  await useConnections(world);
  const left = () => endpointIds.filter((id) => !reached.has(id) && !answered(world).has(id));
  await expect.poll(left).toEqual([]);
});

/** Values that code may mistake for something else. */
const oddValue = fc.oneof(
  fc.constantFrom<unknown>(
    ...[null, '', ' ', -1, 0, 1.5, 2 ** 53, true, [], {}, '__proto__', 'constructor', '../..'],
    ...['\ud800', '\0', 'a\r\nb', '\u202e', '%2e%2e', '9'.repeat(400), 'x'.repeat(20_000)],
    ...[Number.NaN, Infinity, '[object Object]', 'https://example.com:0', 'file:///etc/passwd'],
  ),
  fc.anything({ maxDepth: 2 }),
);

/** Which part of a value is replaced, counted anew on each level, and by what. */
const change = fc.record({
  path: fc.array(fc.nat({ max: 30 }), { minLength: 1, maxLength: 6 }),
  by: fc.option(oddValue, { nil: undefined }),
});

/** The value with one part replaced, or removed where `by` is `undefined`. */
function changed(value: unknown, [at, ...deeper]: readonly number[], by: unknown): unknown {
  if (at === undefined || typeof value !== 'object' || value === null) return by;
  const entries = Object.entries(value);
  if (entries.length === 0) return by;
  const place = at % entries.length;
  const next = entries.flatMap(([name, part], index): [string, unknown][] => {
    if (index !== place) return [[name, part]];
    const replaced = deeper.length === 0 ? by : changed(part, deeper, by);
    return replaced === undefined ? [] : [[name, replaced]];
  });
  return Array.isArray(value) ? next.map(([, part]) => part) : Object.fromEntries(next);
}

/** What an answer holds; `undefined` where it is not JSON. */
function parsed(body: Uint8Array): unknown {
  try {
    return JSON.parse(String(Buffer.from(body)));
  } catch {
    return undefined;
  }
}

const step = fc.record({
  name: fc.constantFrom(...callable),
  inputs: fc.array(change, { maxLength: 2 }),
});

it('no call and no answer, however malformed, makes a call throw or reveals the key', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 30, maxLength: 30 }),
      fc.array(change, { minLength: 5, maxLength: 20 }),
      async (steps, spoilt) => {
        let nth = 0;
        const world = await createWorld((body) => {
          nth += 1;
          const { path, by } = spoilt[nth % spoilt.length] ?? { path: [], by: null };
          // Every third answer stays as it was.
          if (nth % 3 === 0) return body;
          const answer = parsed(body);
          // An address that the service does not know is answered without JSON.
          return answer === undefined
            ? body
            : Buffer.from(JSON.stringify(changed(answer, path, by)));
        });
        for (const { name, inputs } of steps) {
          const good = await goodOrNone(name, world);
          const input = inputs.reduce((now, { path, by }) => changed(now, path, by), good);
          const answer = await call(name, input, world);
          expect(JSON.stringify(answer).includes(world.service.key)).toBe(false);
          const errors = world.machine.log.lines.filter((line) => line.includes('call-failed'));
          expect([name, errors]).toEqual([name, []]);
        }
        expect(await world.running.call('session.get', {})).toMatchObject({ ok: true });
        await world.running.stop();
      },
    ),
    { ...drawn(1, 1000), endOnFailure: true },
  );
});

import type { RepairPlan, RepairStep } from '#contract/ipc/checks.ts';
import { fail, ok, type Result } from '#contract/failure.ts';
import { isCheckable, purposeOf } from '#contract/connections/next-working.ts';
import { rankHere, worksFromHere } from '#contract/connections/ranking.ts';
import {
  proposedSteps,
  repairSteps,
  staysOnServer,
  type Located,
  type RepairFacts,
} from '#contract/connections/repair-steps.ts';
import { sourceOf } from '#contract/connections/sources.ts';
import { parseConnectionKey } from '#contract/rules/connection-key.ts';
import { readSubscriptions, subscriptionsWith } from '#core/connections/subscriptions-with.ts';
import type { Account } from '#core/session/account.ts';
import type { AppParts } from './app-parts.ts';

/** So many others are checked, places measured, and places asked for room, which the service limits. */
const most = { others: 16, places: 24, asked: 4 } as const;

/** How to make one work that fails here; `declined` before checks are agreed to, or the service's failure. */
export async function planRepair(
  { session, settings, options: { clock, distance } }: AppParts,
  key: string,
): Promise<Result<RepairPlan>> {
  const account = session.current();
  if (!account) return fail('unsent', { reason: 'signed-out' });
  if (!settings.get().checksExplained) return fail('declined');
  const { connections, readCache } = account;
  const record = connections.record(key);
  const before = connections.row(key);
  if (!record || !before) return fail('not-found');
  const source = sourceOf(key)?.settings;
  const isFree = source?.chooses.location && !record.flags.includes('noChangeCountry');
  const [checked, delays] = await Promise.all([
    checkOthers(account, key, clock.now()),
    isFree ? delaysOf(account, distance) : new Map<number, number>(),
  ]);
  if (!checked.ok) return checked;
  const plan = { steps: [], subscriptions: 0 };
  const failed = connections.row(key);
  if (!source || !failed) return ok(plan);
  const facts: RepairFacts = {
    failed: { ...record, ...failed },
    others: locatedOf(account),
    chooses: source.chooses,
    delays,
    now: clock.now(),
  };
  const possible = await withRoom(account, facts);
  if (!possible.ok) return possible;
  const steps = proposedSteps(possible.value, record);
  if (steps.length === 0) return ok(plan);
  const read = await readSubscriptions(readCache);
  if (!read.ok) return read;
  return ok({ steps, subscriptions: subscriptionsWith(readCache, key).length });
}

function locatedOf({ connections }: Account): Located[] {
  return connections.sorted().flatMap((row) => {
    const record = connections.record(row.key);
    return record ? [{ ...row, locationId: record.locationId, serverId: record.serverId }] : [];
  });
}

/** Checks a connection and others of its kind: the likeliest, and one of each protocol. */
async function checkOthers({ connections, checks }: Account, key: string, now: number) {
  const failed = connections.row(key);
  const others = connections
    .sorted()
    .filter(
      (row) =>
        row.key !== key &&
        isCheckable(row) &&
        purposeOf(row.protocol) === purposeOf(failed?.protocol ?? ''),
    );
  const ranked = rankHere(others, now);
  const ofEach = new Map(ranked.toReversed().map((row) => [row.protocol, row]));
  const selected = new Set([...ofEach.values(), ...ranked].slice(0, most.others));
  // What answered a moment ago is not asked again, but of the one that it is about.
  const asked = [...selected].filter((row) => worksFromHere(row, now) !== 'yes');
  const started = await checks.start([key, ...asked.map((row) => row.key)], {
    interrupting: false,
  });
  await checks.ended();
  return started;
}

/** Milliseconds to each active location that answers. */
async function delaysOf(
  { readCache }: Account,
  distance: AppParts['options']['distance'],
): Promise<ReadonlyMap<number, number>> {
  const read = await readCache.fetch('locations.list', {}, 'user');
  const listed = read.ok ? read.value : (readCache.cached('locations.list', {})?.value ?? []);
  const places = listed.filter(({ is_active }) => is_active).slice(0, most.places);
  const measured = await Promise.all(
    places.map(async ({ id, ping_ip: address }) => {
      const ms = address === null ? undefined : await distance.measure(address);
      return ms === undefined ? undefined : ([id, ms] as const);
    }),
  );
  return new Map(measured.filter((each) => each !== undefined));
}

/** The steps that leave it on its server, and of the others the first that the service has room for. */
async function withRoom(account: Account, facts: RepairFacts) {
  const { failed } = facts;
  const places = account.readCache.cached('locations.list', {})?.value ?? [];
  const steps: RepairStep[] = [];
  let asked = 0;
  for (const step of repairSteps(facts)) {
    const { location, server, protocol } = step.to;
    if (staysOnServer(step.to, failed)) {
      steps.push({ ...step, place: '' });
      continue;
    }
    if (asked === most.asked) continue;
    asked += 1;
    const read = await serversFor(account, failed.key, { location, protocol });
    if (!read.ok) return read;
    const free = read.value.filter(({ available_slots }) => available_slots > 0);
    const isFree = free.some(({ id }) => server === null || id === server);
    const place = places.find(({ id }) => id === location)?.title ?? '';
    if (isFree) steps.push({ ...step, place });
  }
  return ok(steps);
}

function serversFor(
  { readCache }: Account,
  key: string,
  { location, protocol }: Pick<RepairStep['to'], 'location' | 'protocol'>,
) {
  const id = parseConnectionKey(key);
  if (id?.source === 'paid')
    return readCache.fetch(
      'paidOptions.availableServers',
      { path: { id: id.optionId }, query: { protocol } },
      'user',
    );
  const query = { location_id: location ?? 0, protocol };
  return readCache.fetch('configs.availableServers', { query }, 'user');
}

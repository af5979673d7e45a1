import { serverOf } from '#contract/check-history.ts';
import { failureCause } from '#contract/check-result.ts';
import { protocolOf } from '#contract/constants.ts';
import { maxRepairs, type ConnectionSettings } from '#contract/ipc/batches.ts';
import type { RepairStep } from '#contract/ipc/checks.ts';
import type { ConnectionRecord, ConnectionRow } from '#contract/ipc/connections.ts';
import { failsFromHere, isNameless, leadingCheck, namesFail } from './leading-check.ts';
import { lastDelay } from './ranking.ts';
import type { SettingsRequests } from './sources.ts';

export type Located = ConnectionRow & Pick<ConnectionRecord, 'locationId' | 'serverId'>;

export interface RepairFacts {
  readonly failed: Located & Pick<ConnectionRecord, 'flags'>;
  /** All connections of the user's, with what was found of them from here. */
  readonly others: readonly Located[];
  /** What the service lets choose of the failed one. */
  readonly chooses: SettingsRequests['chooses'];
  /** Milliseconds to each other location that was reached. */
  readonly delays: ReadonlyMap<number, number>;
  /** Unix milliseconds. */
  readonly now: number;
}

/** Without its name, which only the caller knows. */
type Step = Omit<RepairStep, 'place'>;

/** What a change is tried with where nothing is known: the other kind of transport. */
const overUdp: ReadonlySet<string> = new Set(['hysteria2', 'wg', 'amnezia-wg-2']);
const untried = { udp: 'vless', tcp: 'hysteria2' } as const;

function seenOf({ failed, others, now }: RepairFacts) {
  const isHere = ({ host }: Located) => serverOf(host) === serverOf(failed.host);
  return {
    isHere,
    answers: others
      .filter((row) => leadingCheck(row, now)?.result.outcome === 'answers')
      .toSorted(
        (one, other) =>
          Number(isHere(other)) - Number(isHere(one)) || lastDelay(one) - lastDelay(other),
      ),
    /** Others on the server that do not answer. */
    failsHere: others.filter((row) => isHere(row) && failsFromHere(row, now)),
  };
}

/** The same place by protocols by which others answer from here, on the very same server first. */
function byProtocol(facts: RepairFacts, seen: ReturnType<typeof seenOf>): Step[] {
  const { failed, chooses } = facts;
  if (chooses.location && failed.locationId === null) return [];
  const cause = failed.check && failureCause(failed.check.result);
  // No protocol mends a name or a way to the address that is out of reach from here.
  const isLost = cause === 'dns-failed' || cause === 'unreachable';
  const failing = new Set(seen.failsHere.map(({ protocol }) => protocol));
  const taken = new Set<string>([failed.protocol]);
  return seen.answers.flatMap((row) => {
    const protocol = protocolOf(row.protocol);
    const isSameServer = seen.isHere(row);
    if (protocol === undefined || taken.has(protocol)) return [];
    if ((isLost || failing.has(protocol)) && !isSameServer) return [];
    taken.add(protocol);
    const to = {
      protocol,
      location: chooses.location ? failed.locationId : null,
      server: chooses.server ? failed.serverId : null,
    };
    return [{ to, proof: { kind: 'answers', key: row.key, isSameServer } }];
  });
}

/** Places where another of the user's answers from here, by its protocol. */
function toSeenPlaces({ failed, chooses }: RepairFacts, seen: ReturnType<typeof seenOf>): Step[] {
  if (!chooses.server) return [];
  const isFixed = failed.flags.includes('noChangeCountry');
  const taken = new Set<number>();
  return seen.answers.flatMap((row) => {
    const { serverId: server, locationId: location, key } = row;
    const protocol = protocolOf(row.protocol);
    if (protocol === undefined || server === null || server === failed.serverId) return [];
    if (taken.has(server)) return [];
    if (chooses.location && (location === null || (isFixed && location !== failed.locationId)))
      return [];
    taken.add(server);
    const to = { protocol, location: chooses.location ? location : null, server };
    return [{ to, proof: { kind: 'answers', key, isSameServer: false } }];
  });
}

/** Places that are reached fastest, by the protocol that is known best. */
function toReachedPlaces(facts: RepairFacts, seen: ReturnType<typeof seenOf>): Step[] {
  const { failed, chooses, delays } = facts;
  if (!chooses.location || failed.flags.includes('noChangeCountry')) return [];
  const known = seen.answers.flatMap((row) => protocolOf(row.protocol) ?? []);
  const own = protocolOf(failed.protocol);
  const [best = own] = own !== undefined && known.includes(own) ? [own] : known;
  const other = untried[overUdp.has(failed.protocol) ? 'udp' : 'tcp'];
  return [...delays]
    .filter(([location]) => location !== failed.locationId)
    .toSorted(([, one], [, another]) => one - another)
    .map(([location, ms], nth) => ({
      to: {
        protocol: known.length > 0 || nth === 0 ? (best ?? other) : other,
        location,
        server: null,
      },
      proof: { kind: 'reached', ms },
    }));
}

/**
 * Changes of a connection that fails from here, the likeliest first: by what answers on its very server;
 * where its address itself seems to be out of reach, another place before another protocol. None
 * mends a network that finds no names.
 */
export function repairSteps(facts: RepairFacts): Step[] {
  const { failed, others, now } = facts;
  if (isNameless(failed, now) && namesFail(others, now)) return [];
  const seen = seenOf(facts);
  const isOutOfReach =
    !seen.answers.some(seen.isHere) &&
    (seen.failsHere.some(({ protocol }) => protocol !== failed.protocol) ||
      failed.check?.result.outcome === 'no-answer');
  const kinds = [byProtocol(facts, seen), toSeenPlaces(facts, seen)];
  return [...(isOutOfReach ? kinds.toReversed() : kinds).flat(), ...toReachedPlaces(facts, seen)];
}

/** Whether a change leaves a connection on its server: what it does not choose stays. */
export function staysOnServer(
  { location, server }: Pick<ConnectionSettings, 'location' | 'server'>,
  from: Pick<Located, 'locationId' | 'serverId'>,
): boolean {
  return (
    (location ?? from.locationId) === from.locationId && (server ?? from.serverId) === from.serverId
  );
}

/** What is proposed of them: where the first is wrong about the protocol or the place, the next is about the other. */
export function proposedSteps<Proposed extends { readonly to: ConnectionSettings }>(
  steps: readonly Proposed[],
  failed: Pick<Located, 'locationId' | 'serverId'>,
): Proposed[] {
  const [first, ...rest] = steps;
  if (first === undefined) return [];
  const stays = ({ to }: Proposed) => staysOnServer(to, failed);
  const byOther = rest.filter((step) => stays(step) !== stays(first));
  return [...new Set([first, ...byOther, ...rest])].slice(0, maxRepairs);
}

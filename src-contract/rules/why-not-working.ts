import { isAboutServer, isCurrent, isProof, type DatedCheck } from '#contract/check-result.ts';
import type { ConnectionRow, OptionUse } from '#contract/ipc/connections.ts';
import type { AccountDevices } from '#contract/records/devices.ts';
import { parseConnectionKey, owningKey } from './connection-key.ts';
import type { OnlineState } from './connection-state.ts';
import { leadingCheck } from './leading-check.ts';

/**
 * Why a connection does not work, as far as that is known (docs/why.md has a table of cases). Where
 * facts point to several causes, the first of this order is the verdict:
 *
 * - `expired`: its time is over.
 * - `option-off`: its paid option is disabled or has expired.
 * - `traffic`: the traffic of its paid option is used up, or the service limits the option.
 * - `rebooting`: its server is rebooting.
 * - `network`: a check from here failed because of this computer, its network or its proxy.
 * - `fails-here`: a check from here failed because of the server, or of the way to it.
 * - `down`: the service says that its server is offline.
 * - `changed`: what was copied last is out of date.
 * - `device-limit`: as many devices are attached as are let in, and its server is not unknown.
 * - `device-blocked`: a device that was used lately is blocked, and its server is not unknown.
 * - `works-here`: it works from here, so it is the other device or its app.
 * - `answers-here`: a server answers from here; whether it accepts this connection is not known.
 * - `unknown`: nobody knows now whether its server serves.
 * - `expiring`: it serves, and expires soon.
 * - `unclear`: nothing that is known is wrong with it.
 */
export const whyCauses = [
  'expired',
  'option-off',
  'traffic',
  'rebooting',
  'network',
  'fails-here',
  'down',
  'changed',
  'device-limit',
  'device-blocked',
  'works-here',
  'answers-here',
  'unknown',
  'expiring',
  'unclear',
] as const;
type WhyCause = (typeof whyCauses)[number];

/** A fact that speaks for a verdict, or against it. `at`: when it was read, Unix milliseconds. */
export type WhyFact =
  | {
      readonly kind: 'expiry';
      /** Unix seconds. */
      readonly expiresAt: number;
      readonly autoRenewal: boolean | null;
    }
  | { readonly kind: 'option'; readonly status: string; readonly at: number }
  | {
      readonly kind: 'traffic';
      readonly usedBytes: number;
      readonly limitBytes: number;
      readonly at: number;
    }
  | { readonly kind: 'reboot' }
  | { readonly kind: 'check'; readonly check: DatedCheck }
  /** What the service says of the server; `null`: just now, or so lately that the age is not shown. */
  | { readonly kind: 'server'; readonly online: OnlineState; readonly at: number | null }
  | { readonly kind: 'copy'; readonly copiedAt: number | null }
  | {
      readonly kind: 'device-limit';
      readonly total: number;
      readonly limit: number;
      readonly at: number;
    }
  | {
      readonly kind: 'device-blocked';
      readonly name: string;
      /** When the device was last seen, Unix milliseconds. */
      readonly seenAt: number;
      readonly at: number;
    }
  /** The service is not reached now. */
  | { readonly kind: 'unreached' };

/**
 * The one thing to do about it:
 *
 * - `renew`: what it runs on is renewed.
 * - `option`: the page of its paid option, with traffic, limits and devices.
 * - `next`: copy this other connection, which works from here.
 * - `find`: check others from here to find one that works.
 * - `move`: to another location or server.
 * - `server`: the page of its cloud server, where it can be rebooted.
 * - `copy`: copy it again.
 * - `devices`: the devices of the account.
 * - `try-there`: what can be tried on the other device.
 * - `check`: check from here.
 */
export type WhyAction =
  | { readonly kind: 'renew' | 'move' | 'copy' | 'devices' | 'try-there' | 'find' | 'check' }
  | { readonly kind: 'option'; readonly optionId: number }
  | { readonly kind: 'server'; readonly serverId: number }
  | { readonly kind: 'next'; readonly key: string };

export interface Why {
  readonly cause: WhyCause;
  /** The fact that decided first. */
  readonly evidence: readonly WhyFact[];
  readonly action: WhyAction;
  /** Another connection is wanted in its place, which may be the action itself. */
  readonly replaced: boolean;
}

/** What is known of the account's devices. */
export interface DeviceFacts {
  /** How many are let in; 0 for any number. */
  readonly limit: number;
  readonly total: number;
  /** The blocked one that was seen last, and when, Unix milliseconds. */
  readonly blocked?: { readonly name: string; readonly seenAt: number };
  /** Unix milliseconds. */
  readonly at: number;
}

/** What a verdict is derived from. All but the row may be absent. */
export interface WhyFacts {
  readonly row: Pick<
    ConnectionRow,
    'key' | 'state' | 'expiresAt' | 'autoRenewal' | 'check' | 'option' | 'changedSinceCopy'
  >;
  /** Unix milliseconds. */
  readonly now: number;
  /** When it was last copied, Unix milliseconds. */
  readonly copiedAt?: number | undefined;
  /** The service is not reached now. */
  readonly offline?: boolean | undefined;
  readonly devices?: DeviceFacts | undefined;
  /** Key of another connection that works from here (`nextWorking`). */
  readonly next?: string | undefined;
}

/** What was read of options and devices longer ago is shown and decides nothing, milliseconds. */
const readLastsMs = 24 * 3_600_000;
/** A blocked device that was seen before that is hardly the one that stopped working, milliseconds. */
const deviceUsedMs = 7 * 24 * 3_600_000;

/** Derives why a connection does not work from what is known, with the evidence and what to do. */
export function whyNotWorking(facts: WhyFacts): Why {
  const known = weigh(facts);
  const cause = whyCauses.find((each) => holds[each](known)) ?? 'unclear';
  const decided = decidedBy[cause];
  const all = knownFacts(known);
  const evidence = [
    ...all.filter(({ kind }) => kind === decided),
    ...all.filter(({ kind }) => kind !== decided),
  ];
  return { cause, evidence, action: actionFor(cause, known), replaced: replaced.has(cause) };
}

/** The verdicts with which another connection helps now, whatever is done about this one. */
const replaced: ReadonlySet<WhyCause> = new Set([
  'expired',
  'option-off',
  'traffic',
  'rebooting',
  'network',
  'fails-here',
  'down',
  'answers-here',
  'unknown',
  'unclear',
]);

const wrong: ReadonlySet<WhyCause> = new Set([
  'expired',
  'option-off',
  'traffic',
  'rebooting',
  'network',
  'fails-here',
  'down',
  'changed',
]);

/**
 * Whether something is wrong with the connection that its page says without being asked. That a server
 * is unknown counts where the service is reached and knew it before: without a network it is so of all.
 */
export function isNotWell({ cause, evidence }: Why): boolean {
  if (cause !== 'unknown') return wrong.has(cause);
  const kinds = new Set(evidence.map(({ kind }) => kind));
  return kinds.has('server') && !kinds.has('unreached');
}

/** Whether a verdict says no more than that the cause is not known. */
export function isUndecided({ cause }: Pick<Why, 'cause'>): boolean {
  return ['answers-here', 'unknown', 'expiring', 'unclear'].includes(cause);
}

/** The facts about devices in the first page of the account's devices. */
export function deviceFactsOf(
  { devices, total, settings }: AccountDevices,
  at: number,
): DeviceFacts {
  const [blocked] = devices
    .filter(({ is_blocked }) => is_blocked)
    .toSorted((one, other) => other.last_seen_at - one.last_seen_at);
  return {
    limit: settings.device_limit,
    total,
    at,
    ...(blocked && {
      blocked: { name: blocked.device_name, seenAt: blocked.last_seen_at * 1000 },
    }),
  };
}

interface Weighed extends WhyFacts {
  /** The check that says more than the service does. */
  readonly leading: DatedCheck | undefined;
  /** A check proved just now that the server accepts this connection. */
  readonly proved: boolean;
  /** What counts of its paid option: read lately, and not refuted by a later proof. */
  readonly use: OptionUse | undefined;
  readonly limit: Extract<WhyFact, { kind: 'device-limit' }> | undefined;
}

function weigh(facts: WhyFacts): Weighed {
  const { row, now } = facts;
  const { option } = row;
  const leading = leadingCheck(row, now);
  const proved = leading?.result.outcome === 'answers' && isProof(leading.result.depth);
  const isRefuted = proved && option !== undefined && leading.at > option.at;
  const counts = option !== undefined && now - option.at <= readLastsMs && !isRefuted;
  return {
    ...facts,
    leading,
    proved,
    use: counts ? option : undefined,
    limit: reachedLimit(facts),
  };
}

function reachedLimit({ row, devices }: WhyFacts): Weighed['limit'] {
  const { option } = row;
  const { limit, total, at } =
    option === undefined
      ? (devices ?? { limit: 0, total: 0, at: 0 })
      : {
          limit: option.deviceLimit ?? 0,
          total: option.devices?.total ?? 0,
          at: option.devices?.at ?? 0,
        };
  return limit > 0 && total >= limit ? { kind: 'device-limit', total, limit, at } : undefined;
}

const isUsedUp = ({ usedBytes, limitBytes, status }: OptionUse): boolean =>
  status === 'limited' || (limitBytes > 0 && usedBytes >= limitBytes);

const holds: Readonly<Record<WhyCause, (known: Weighed) => boolean>> = {
  expired: ({ row }) => row.state.state === 'expired',
  'option-off': ({ use }) => use?.status === 'disabled' || use?.status === 'expired',
  traffic: ({ use }) => use !== undefined && isUsedUp(use),
  rebooting: ({ row }) => row.state.state === 'rebooting',
  network: ({ row: { check }, now }) =>
    check !== undefined &&
    isCurrent(check, now) &&
    check.result.outcome !== 'undetermined' &&
    !isAboutServer(check.result),
  'fails-here': ({ leading }) => leading !== undefined && leading.result.outcome !== 'answers',
  down: ({ row, leading }) => row.state.state === 'down' && leading === undefined,
  changed: ({ row }) => row.changedSinceCopy === true,
  'device-limit': (known) =>
    known.limit !== undefined && isRecent(known.limit, known) && serves(known),
  'device-blocked': (known) => isBlockedLately(known) && serves(known),
  'works-here': ({ proved }) => proved,
  'answers-here': ({ leading }) => leading?.result.outcome === 'answers',
  unknown: ({ row }) => row.state.state === 'unknown',
  expiring: ({ row }) => row.state.state === 'expiring' && row.autoRenewal !== true,
  unclear: () => true,
};

/** A device explains nothing while nobody knows whether the server serves. */
const serves = ({ row, proved }: Weighed): boolean => row.state.state !== 'unknown' || proved;

const isRecent = ({ at }: { readonly at: number }, { now }: Weighed): boolean =>
  now - at <= readLastsMs;

function isBlockedLately(known: Weighed): boolean {
  const { row, devices, now } = known;
  if (row.option !== undefined || devices?.blocked === undefined) return false;
  return isRecent(devices, known) && now - devices.blocked.seenAt <= deviceUsedMs;
}

/** The fact that decides for each cause, and so comes first. */
const decidedBy: Readonly<Record<WhyCause, WhyFact['kind']>> = {
  expired: 'expiry',
  'option-off': 'option',
  traffic: 'traffic',
  rebooting: 'reboot',
  network: 'check',
  'fails-here': 'check',
  down: 'server',
  changed: 'copy',
  'device-limit': 'device-limit',
  'device-blocked': 'device-blocked',
  'works-here': 'check',
  'answers-here': 'check',
  unknown: 'server',
  expiring: 'expiry',
  unclear: 'server',
};

/** Every known fact that may matter, whatever the verdict. */
function knownFacts(known: Weighed): WhyFact[] {
  const { row, offline = false, copiedAt = null, limit } = known;
  const { state, online, since } = row.state;
  const isExpired = state === 'expired';
  const server: WhyFact = { kind: 'server', online, at: state === 'unknown' ? since : null };
  return [
    ...(row.expiresAt !== null && (isExpired || state === 'expiring')
      ? [{ kind: 'expiry', expiresAt: row.expiresAt, autoRenewal: row.autoRenewal } as const]
      : []),
    ...optionFacts(row.option),
    ...(state === 'rebooting' ? [{ kind: 'reboot' } as const] : []),
    ...(row.check === undefined ? [] : [{ kind: 'check', check: row.check } as const]),
    ...(online === 'unknown' || isExpired || state === 'rebooting' ? [] : [server]),
    ...(row.changedSinceCopy === true ? [{ kind: 'copy', copiedAt } as const] : []),
    ...(limit === undefined ? [] : [limit]),
    ...(isBlockedLately(known) ? blockedFact(known) : []),
    ...(offline ? [{ kind: 'unreached' } as const] : []),
  ];
}

function optionFacts(option: OptionUse | undefined): WhyFact[] {
  if (option === undefined) return [];
  const { status, usedBytes, limitBytes, at } = option;
  return [
    ...(isUsedUp(option) ? [{ kind: 'traffic', usedBytes, limitBytes, at } as const] : []),
    ...(status === 'active' || status === 'limited'
      ? []
      : [{ kind: 'option', status, at } as const]),
  ];
}

function blockedFact({ devices }: Weighed): WhyFact[] {
  if (devices?.blocked === undefined) return [];
  return [{ kind: 'device-blocked', ...devices.blocked, at: devices.at }];
}

function actionFor(cause: WhyCause, known: Weighed): WhyAction {
  const id = parseConnectionKey(owningKey(known.row.key));
  switch (cause) {
    case 'expired':
    case 'expiring':
      return id?.source === 'paid' ? { kind: 'option', optionId: id.optionId } : { kind: 'renew' };
    case 'option-off':
    case 'traffic':
      return id?.source === 'paid' ? { kind: 'option', optionId: id.optionId } : { kind: 'check' };
    case 'device-limit':
      return id?.source === 'paid'
        ? { kind: 'option', optionId: id.optionId }
        : { kind: 'devices' };
    case 'device-blocked':
      return { kind: 'devices' };
    case 'changed':
      return { kind: 'copy' };
    case 'works-here':
    case 'answers-here':
      return { kind: 'try-there' };
    case 'unknown':
    case 'unclear':
      return { kind: isUndetermined(known) ? 'try-there' : 'check' };
    case 'rebooting':
    case 'network':
    case 'fails-here':
    case 'down':
      return otherWay(cause, known);
  }
}

/** It was checked just now, and no check can tell. */
function isUndetermined({ row: { check }, now }: Weighed): boolean {
  return check?.result.outcome === 'undetermined' && isCurrent(check, now);
}

/** Another connection where one is known to work; else what helps this one. */
function otherWay(cause: WhyCause, { row, next }: Weighed): WhyAction {
  if (next !== undefined) return { kind: 'next', key: next };
  if (cause === 'network') return { kind: 'check' };
  if (cause !== 'down') return { kind: 'find' };
  const id = parseConnectionKey(owningKey(row.key));
  if (id?.source === 'cloud' || id?.source === 'proxy') {
    return { kind: 'server', serverId: id.serverId };
  }
  return { kind: 'move' };
}

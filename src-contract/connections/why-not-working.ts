import {
  isAboutServer,
  isCurrent,
  isProof,
  isSilence,
  type DatedCheck,
} from '#contract/check-result.ts';
import { dayMs } from '#contract/constants.ts';
import type { ConnectionRow, OptionUse } from '#contract/ipc/connections.ts';
import type { AccountDevices } from '#contract/records/devices.ts';
import type { OnlineState } from '#contract/rules/connection-state.ts';
import { paidOptionOf, renewableOf } from './sources.ts';
import { isNameless, leadingCheck } from './leading-check.ts';

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
  /** What the service says of the server; `null`: just now, or so recently that the age is not shown. */
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
  | { readonly kind: 'unreached' };

/**
 * What to do. `next`: copy this other one, which works; `find`: look for one that works; `create`: another
 * one on its server; `option`, `server`, `devices`: their page.
 */
type WhyAction =
  | { readonly kind: 'renew' | 'move' | 'copy' | 'devices' | 'try-there' | 'check' }
  | { readonly kind: 'option'; readonly optionId: number }
  | { readonly kind: 'server' | 'create'; readonly serverId: number }
  | Replacement;

export type Replacement =
  | { readonly kind: 'next'; readonly key: string }
  | { readonly kind: 'find' };

export interface Why {
  readonly cause: WhyCause;
  /** The fact that decided first. */
  readonly evidence: readonly WhyFact[];
  readonly action: WhyAction;
  /** The user needs another connection instead, which may be the action itself. */
  readonly replaced: boolean;
}

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
  readonly offline?: boolean | undefined;
  readonly devices?: DeviceFacts | undefined;
  readonly namesFail?: boolean | undefined;
  /** How to get to another connection that works (`replacementFor`); absent where nothing leads to one. */
  readonly other?: Replacement | undefined;
}

/** What was read of options and devices longer ago is shown and decides nothing, milliseconds. */
const readLastsMs = dayMs;
/** A blocked device that was seen before that is hardly the one that stopped working, milliseconds. */
const deviceUsedMs = 7 * dayMs;

interface Verdict {
  readonly holds: (known: WhyInputs) => boolean;
  /** The kind of fact that decides, and so comes first. */
  readonly decidedBy: WhyFact['kind'];
  /** Something is wrong with the connection itself. */
  readonly wrong?: true;
  /** Another connection helps now, whatever is done about this one. */
  readonly replaced?: true;
  readonly undecided?: true;
}

const broken = { wrong: true, replaced: true } as const;

/** In the order of docs/connections.md: of several causes the first is the verdict. */
const verdicts = {
  expired: {
    holds: ({ row }) => row.state.state === 'expired',
    decidedBy: 'expiry',
    ...broken,
  },
  'option-off': {
    holds: ({ use }) => use?.status === 'disabled' || use?.status === 'expired',
    decidedBy: 'option',
    ...broken,
  },
  /** The traffic of its paid option is used up, or the service limits the option. */
  traffic: {
    holds: ({ use }) => use !== undefined && isUsedUp(use),
    decidedBy: 'traffic',
    ...broken,
  },
  rebooting: {
    holds: ({ row }) => row.state.state === 'rebooting',
    decidedBy: 'reboot',
    ...broken,
  },
  /** A check from here failed because of this computer, its network or its proxy. */
  network: {
    holds: ({ row, row: { check }, now, isDown, namesFail = false, offline = false }) =>
      check !== undefined &&
      isCurrent(check, now) &&
      check.result.outcome !== 'undetermined' &&
      (!isAboutServer(check.result) || ((namesFail || offline) && !isDown && isNameless(row, now))),
    decidedBy: 'check',
    ...broken,
  },
  /** A check from here failed because of the server, or of the way to it. */
  'fails-here': {
    holds: ({ leading, isDown }) =>
      leading !== undefined && leading.result.outcome !== 'answers' && !isDown,
    decidedBy: 'check',
    ...broken,
  },
  down: {
    holds: ({ isDown }) => isDown,
    decidedBy: 'server',
    ...broken,
  },
  /** What was copied last is out of date. */
  changed: {
    holds: ({ row }) => row.changedSinceCopy === true,
    decidedBy: 'copy',
    wrong: true,
  },
  /** It works from here, so it is the other device or its app. */
  'works-here': { holds: ({ proved }) => proved, decidedBy: 'check' },
  /** As many devices are attached as are let in, and its server is not unknown. */
  'device-limit': {
    holds: (known) => known.limit !== undefined && isRecent(known.limit, known) && serves(known),
    decidedBy: 'device-limit',
  },
  /** A server answers from here; whether it accepts this connection is not known. */
  'answers-here': {
    holds: ({ leading }) => leading?.result.outcome === 'answers',
    decidedBy: 'check',
    replaced: true,
    undecided: true,
  },
  unknown: {
    holds: ({ row }) => row.state.state === 'unknown',
    decidedBy: 'server',
    replaced: true,
    undecided: true,
  },
  expiring: {
    holds: ({ row }) => row.state.state === 'expiring' && row.autoRenewal !== true,
    decidedBy: 'expiry',
    undecided: true,
  },
  unclear: { holds: () => true, decidedBy: 'server', replaced: true, undecided: true },
} as const satisfies Record<string, Verdict>;
type WhyCause = keyof typeof verdicts;

/** The causes, the strongest first. */
export const whyCauses = Object.keys(verdicts) as WhyCause[];

const verdictOf = (cause: WhyCause): Verdict => verdicts[cause];

/** Derives why a connection does not work from what is known, with the evidence and what to do. */
export function whyNotWorking(facts: WhyFacts): Why {
  const known = weigh(facts);
  const cause = whyCauses.find((each) => verdicts[each].holds(known)) ?? 'unclear';
  const { decidedBy, replaced = false } = verdictOf(cause);
  const all = knownFacts(known);
  const evidence = [
    ...all.filter(({ kind }) => kind === decidedBy),
    ...all.filter(({ kind }) => kind !== decidedBy),
  ];
  return { cause, evidence, action: actionFor(cause, known), replaced };
}

/** Whether its page says so without being asked: of an old state only an outage counts. */
export function hasProblem({ cause, evidence }: Why): boolean {
  if (cause !== 'unknown') return verdictOf(cause).wrong === true;
  return evidence.some((fact) => fact.kind === 'server' && fact.online === 'offline');
}

/** Whether a verdict says no more than that the cause is not known. */
export function isUndecided({ cause }: Pick<Why, 'cause'>): boolean {
  return verdictOf(cause).undecided === true;
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

interface WhyInputs extends WhyFacts {
  /** The check that says more than the service does. */
  readonly leading: DatedCheck | undefined;
  /** The service says that the server is offline, and it answered no check. */
  readonly isDown: boolean;
  /** A check proved just now that the server accepts this connection. */
  readonly proved: boolean;
  /** What counts of its paid option: read recently, and not refuted by a later proof. */
  readonly use: OptionUse | undefined;
  readonly limit: Extract<WhyFact, { kind: 'device-limit' }> | undefined;
}

function weigh(facts: WhyFacts): WhyInputs {
  const { row, now } = facts;
  const { option } = row;
  const leading = leadingCheck(row, now);
  const proved = leading?.result.outcome === 'answers' && isProof(leading.result.depth);
  const isRefuted = proved && option !== undefined && leading.at > option.at;
  const counts = option !== undefined && isRecent(option, facts) && !isRefuted;
  return {
    ...facts,
    leading,
    isDown: row.state.state === 'down' && (leading === undefined || isSilence(leading.result)),
    proved,
    use: counts ? option : undefined,
    limit: reachedLimit(facts),
  };
}

function reachedLimit({ row, devices }: WhyFacts): WhyInputs['limit'] {
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

/** Devices explain nothing while it is not known whether the server works. */
const serves = ({ row, proved }: WhyInputs): boolean => row.state.state !== 'unknown' || proved;

/** A time in the future does not count either: the computer's clock was set back. */
const isRecent = ({ at }: { readonly at: number }, { now }: Pick<WhyFacts, 'now'>): boolean =>
  Math.abs(now - at) <= readLastsMs;

function wasRecentlyBlocked(known: WhyInputs): boolean {
  const { row, devices, now } = known;
  if (row.option !== undefined || devices?.blocked === undefined) return false;
  return isRecent(devices, known) && now - devices.blocked.seenAt <= deviceUsedMs;
}

function knownFacts(known: WhyInputs): WhyFact[] {
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
    ...(known.proved && wasRecentlyBlocked(known) ? blockedFact(known) : []),
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

function blockedFact({ devices }: WhyInputs): WhyFact[] {
  if (devices?.blocked === undefined) return [];
  return [{ kind: 'device-blocked', ...devices.blocked, at: devices.at }];
}

/** What only the service can do, and so not while it is not reached. */
const doneByService: readonly WhyAction['kind'][] = [
  'renew',
  'option',
  'move',
  'server',
  'create',
  'devices',
];

function actionFor(cause: WhyCause, known: WhyInputs): WhyAction {
  const best = bestAction(cause, known);
  if (known.offline !== true || !doneByService.includes(best.kind)) return best;
  return verdictOf(cause).replaced === true
    ? (known.other ?? { kind: 'check' })
    : { kind: 'try-there' };
}

function bestAction(cause: WhyCause, known: WhyInputs): WhyAction {
  switch (cause) {
    case 'expired':
    case 'expiring':
      return optionOr('renew', known);
    case 'option-off':
    case 'traffic':
      return optionOr('check', known);
    case 'device-limit':
      return optionOr('devices', known);
    case 'changed':
      return { kind: 'copy' };
    case 'works-here':
      // It is another device, perhaps one that is not let in.
      if (verdicts['device-limit'].holds(known)) return optionOr('devices', known);
      return { kind: wasRecentlyBlocked(known) ? 'devices' : 'try-there' };
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

/** The page of its paid option where it has one. */
function optionOr(kind: 'renew' | 'check' | 'devices', { row }: WhyInputs): WhyAction {
  const optionId = paidOptionOf(row.key);
  return optionId === undefined ? { kind } : { kind: 'option', optionId };
}

/** It was checked just now, and no check can tell. */
function isUndetermined({ row: { check }, now }: WhyInputs): boolean {
  return check?.result.outcome === 'undetermined' && isCurrent(check, now);
}

/** Another connection where one is known to work; else what helps this one. */
function otherWay(cause: WhyCause, { row, other, leading }: WhyInputs): WhyAction {
  if (other?.kind === 'next') return other;
  if (cause === 'network') return { kind: 'check' };
  // One whose server is offline is moved; what fails from here, where there is no other to find.
  const moves = row.state.state === 'down' || (cause === 'fails-here' && other === undefined);
  if (!moves) return other ?? { kind: 'check' };
  const renewable = renewableOf(row.key);
  if (renewable?.kind !== 'server') return { kind: 'move' };
  // The service changes no key of a proxy: a new one has its own.
  const isRefused = leading?.result.outcome === 'login-refused';
  return { kind: isRefused ? 'create' : 'server', serverId: renewable.id };
}

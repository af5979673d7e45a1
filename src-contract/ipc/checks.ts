import { z } from 'zod';
import type { FailureCause } from '#contract/check-result.ts';
import { maxNetworkName, type KnownNetwork } from '#contract/check-history.ts';
import type { ConnectionSettings } from './batches.ts';
import { ConnectionKey } from './connections.ts';
import type { Copied } from './secrets.ts';
import { command, noInput } from './command.ts';
import type { SettingsState } from './settings.ts';
import { maxSelected } from './selection.ts';

/** Whether connections answer from here, without a VPN client (docs/connections.md). */
export const checkCommands = {
  /**
   * Checks these, in place of a running check. What a check may interrupt is left out unless `interrupting`.
   * With `firstAnswer` one after the other, until one answers. Fails with `declined` before the first
   * `checks.accept`, and with `not-found` for none that is known.
   */
  'checks.start': command<CheckProgress>()(
    z.strictObject({
      keys: z.array(ConnectionKey).min(1).max(maxSelected),
      interrupting: z.boolean(),
      firstAnswer: z.boolean().optional(),
    }),
  ),
  /** Copies the fastest that answered a moment ago, else the first that answers now. */
  'checks.copyWorking': command<CopiedWorking>()(noInput),
  /**
   * How to make one work that fails from here. Checks it and others of the user's, measures the way to
   * other places, and asks the service which have room; changes nothing. Fails as `checks.start` does.
   */
  'checks.planRepair': command<RepairPlan>()(z.strictObject({ key: ConnectionKey })),
  /** The user has read what a check contacts, and from where: checks may be started from now on. */
  'checks.accept': command<SettingsState>()(noInput),
  /** The networks of which results are remembered, the newest first. */
  'checks.networks': command<readonly KnownNetwork[]>()(noInput),
  /** Names a network, or takes its name away with an empty text. Answers all. */
  'checks.nameNetwork': command<readonly KnownNetwork[]>()(
    z.strictObject({ id: z.int().positive(), name: z.string().trim().max(maxNetworkName) }),
  ),
  /** Forgets what checks found in a network, or all. Answers the networks that stay. */
  'checks.forget': command<readonly KnownNetwork[]>()(
    z.discriminatedUnion('of', [
      z.strictObject({ of: z.literal('network'), id: z.int().positive() }),
      z.strictObject({ of: z.literal('all') }),
    ]),
  ),
  /** Stops at once; results that are there stay. */
  'checks.cancel': command<CheckProgress>()(noInput),
  'checks.get': command<CheckProgress>()(noInput),
} as const;

/** Why a change of a connection is expected to help. */
type RepairProof =
  /** Another of the user's that is so answered from here, perhaps on the very same server. */
  | { readonly kind: 'answers'; readonly key: string; readonly isSameServer: boolean }
  /** The place is reached in so many milliseconds; whether the protocol works is not known. */
  | { readonly kind: 'reached'; readonly ms: number };

export interface RepairStep {
  readonly to: ConnectionSettings;
  /** What the place is called; empty where it stays. */
  readonly place: string;
  readonly proof: RepairProof;
}

export interface RepairPlan {
  /** The likeliest first, no more than may be agreed to at once. */
  readonly steps: readonly RepairStep[];
  /** How many subscriptions are known to have it: they take its new link. */
  readonly subscriptions: number;
}

/** What was copied, and how fast it answered, milliseconds. */
export interface CopiedWorking extends Copied {
  readonly title: string;
  readonly ms: number;
}

/** How many are checked at a time, and how long one may take once its name was looked up, milliseconds. */
export const checksAtOnce = 16;
export const checkDeadlineMs = 5000;

export interface CheckProgress {
  readonly running: boolean;
  /** It began by itself, because the network changed. */
  readonly automatic: boolean;
  readonly done: number;
  readonly total: number;
  readonly answered: number;
  /** How many of those done do not work from here. */
  readonly failed: number;
  /** Why, where most of them failed for one reason. */
  readonly cause: FailureCause | null;
  /** How many were left out, because a check may interrupt them. */
  readonly leftOut: number;
}

export const noProgress: CheckProgress = {
  running: false,
  automatic: false,
  done: 0,
  total: 0,
  answered: 0,
  failed: 0,
  cause: null,
  leftOut: 0,
};

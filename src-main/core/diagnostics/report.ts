import { z } from 'zod';
import type { AppInfo } from '#contract/ipc.ts';
import type { ConnectionFacets } from '#contract/connections/facets.ts';
import type { SessionState } from '#contract/ipc/session.ts';
import type { SyncState } from '#contract/ipc/sync.ts';
import type { NetworkState } from '#contract/ipc/network.ts';
import type { SettingsState } from '#contract/ipc/settings.ts';
import { harmlessLine } from '#contract/log-line.ts';
import { parseStored } from '#core/kernel/stored-json.ts';
import { bareFailure, type LastFailure } from './last-failures.ts';

const LogLine = z.record(z.string(), z.unknown());

export interface EndpointPace {
  readonly endpoint: string;
  /** How many low-priority requests could go at once. */
  readonly room: number;
  /** Milliseconds between two requests: to this endpoint, and to all that the overview counts. */
  readonly own: number;
  readonly overall: number | null;
}

export interface DiagnosticFacts {
  /** Unix milliseconds. */
  readonly at: number;
  readonly info: AppInfo;
  readonly settings: SettingsState;
  readonly network: NetworkState;
  readonly session: SessionState;
  readonly account:
    | {
        readonly sync: SyncState;
        readonly connections: ConnectionFacets['sources'];
        readonly pace: readonly EndpointPace[];
      }
    | undefined;
  readonly failures: readonly LastFailure[];
  readonly unreadable: readonly { readonly endpoint: string; readonly count: number }[];
  readonly log: readonly string[];
}

/** Every field is listed: no key, e-mail, id, title, or text of the service. */
export function diagnosticsReport(facts: DiagnosticFacts): string {
  const { info, session, network, account } = facts;
  const report = {
    at: time(facts.at),
    culvert: { version: info.version, platform: info.platform, runtime: info.runtime },
    settings: facts.settings,
    network: {
      proxy: network.proxy.kind,
      proxyLogin: network.proxy.login,
      authorities: network.authorities.map(({ expiresAt }) => ({ expiresAt: time(expiresAt) })),
    },
    session: {
      status: session.status,
      accounts: session.accounts.length,
      service: session.account === null ? null : origin(session.account.service),
      keychain: session.keychain,
      persistent: session.persistent,
      vaultProblem: session.vaultProblem && bareFailure(session.vaultProblem),
    },
    sync: account ? syncFacts(account.sync) : null,
    connections: account
      ? Object.fromEntries(account.connections.map(({ value, count }) => [value, count]))
      : null,
    limits: account?.pace ?? null,
    failures: facts.failures.map(({ at, failure }) => ({ at: time(at), ...failure })),
    unreadable: facts.unreadable,
    // The file may hold what another program wrote there.
    log: facts.log.flatMap((line) => {
      const fields = parseStored(line, LogLine);
      return fields === undefined ? [] : [harmlessLine(fields)];
    }),
  };
  return `${JSON.stringify(report, null, 2)}\n`;
}

function syncFacts(sync: SyncState): Record<string, unknown> {
  return {
    network: sync.network,
    offlineSince: time(sync.offlineSince),
    refreshedAt: time(sync.refreshedAt),
    refreshing: sync.refreshing,
    waitingUntil: time(sync.waitingUntil),
    paused: sync.paused,
    failure: sync.failure && bareFailure(sync.failure),
  };
}

/** Unix milliseconds as ISO 8601 in UTC; `null` for none, or for what is no moment. */
function time(at: number | null): string | null {
  const date = new Date(at ?? NaN);
  return Number.isNaN(date.getTime()) ? null : date.toISOString();
}

function origin(service: string): string | null {
  return URL.canParse(service) ? new URL(service).origin : null;
}

import { facetsOf } from '#contract/connections/facets.ts';
import { ok, type Result } from '#contract/failure.ts';
import type { RateLimiter } from '#core/api/limits/rate-limiter.ts';
import type { AppParts } from '#core/app/app-parts.ts';
import { diagnosticsReport, type EndpointPace } from '#core/diagnostics/report.ts';
import { savedAs } from '#core/kernel/saving.ts';
import type { CommandsOf } from './command.ts';

export const settingsCommands: CommandsOf<'settings'> = {
  'settings.get': (_, { settings }) => ok(settings.get()),
  'settings.set': {
    asks: ({ lockMinutes }, { settings }) =>
      lockMinutes === 0 && settings.get().lockMinutes > 0 ? [{ kind: 'lock-off' }] : [],
    run(change, { settings, session }) {
      if (change.checkHistory === false) session.current()?.forgetChecks({ of: 'history' });
      return ok(settings.set(change));
    },
  },
  'settings.saveDiagnostics': (_, app) => saveDiagnostics(app),
};

const reportedLines = 500;

/** Asks where to save a report; answers the file's name, `null` when the user changed their mind. */
async function saveDiagnostics(app: AppParts): Promise<Result<{ name: string | null }>> {
  const { options, session, settings, network, failures } = app;
  const at = options.clock.now();
  const account = session.current();
  const text = diagnosticsReport({
    at,
    info: options.info,
    settings: settings.get(),
    network: network.state(),
    session: session.state(),
    account: account && {
      sync: account.sync.state(),
      connections: facetsOf(account.connections.sorted(), at).sources,
      pace: paceOf(account.limiter),
    },
    failures: failures.all(),
    unreadable: failures.unreadable(),
    log: options.log.tail(reportedLines),
  });
  const day = new Date(at).toISOString().slice(0, 10);
  const bytes = new TextEncoder().encode(text);
  return savedAs(() => options.shell.saveFile(`culvert-diagnostics-${day}.json`, bytes));
}

function paceOf(limiter: RateLimiter): EndpointPace[] {
  return limiter.endpoints().map((endpoint) => ({
    endpoint: endpoint.id,
    room: limiter.available(endpoint),
    ...limiter.pace(endpoint),
  }));
}

import type { Result } from '#contract/failure.ts';
import { facetsOf } from '#contract/connections/facets.ts';
import type { AppParts } from './app-parts.ts';
import type { RateLimiter } from '#core/api/limits/rate-limiter.ts';
import { savedAs } from '#core/kernel/saving.ts';
import { diagnosticsReport, type EndpointPace } from '#core/diagnostics/report.ts';

const reportedLines = 500;

/** Asks where to save a report; answers the file's name, `null` when the user changed their mind. */
export async function saveDiagnostics(app: AppParts): Promise<Result<{ name: string | null }>> {
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

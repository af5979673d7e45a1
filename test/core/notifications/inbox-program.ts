import { Buffer } from 'node:buffer';
import { createSystemClock } from '#adapters/system-clock.ts';
import { createSystemRandom } from '#adapters/system-random.ts';
import { openSqliteVault } from '#adapters/vault/sqlite-vault.ts';
import { createUndiciTransport } from '#adapters/transport/undici-transport.ts';
import { overviewLimit } from '#contract/endpoint.ts';
import { createApiClient } from '#core/api/api-client.ts';
import { Inbox } from '#core/notifications/inbox.ts';
import { RateLimiter } from '#core/api/limits/rate-limiter.ts';
import { SealedVault } from '#core/kernel/vault/sealed-vault.ts';

/**
 * A program that takes what the service has for the inbox, and at one of its steps is killed: the
 * system ends it at once, and nothing of it runs any more. Prints each step that it has reached.
 */
const [folder = '', service = '', key = '', dieAt = ''] = process.argv.slice(2);
let step = 0;

function reach(what: string): void {
  step += 1;
  process.stdout.write(`${what}\n`);
  if (step === Number(dieAt)) process.kill(process.pid, 'SIGKILL');
}

const { vault } = openSqliteVault(folder);
const clock = createSystemClock();
const random = createSystemRandom();
const transport = createUndiciTransport({ service });
const inbox = new Inbox({
  client: createApiClient({
    base: service,
    key,
    language: () => 'en',
    clock,
    random,
    transport: {
      ...transport,
      async send(request) {
        reach('sending');
        const response = await transport.send(request);
        reach('arrived');
        return response;
      },
    },
    limiter: new RateLimiter({ clock, overview: overviewLimit }),
    log: { write: () => undefined },
    onReach: () => undefined,
  }),
  vault: new SealedVault({
    vault: {
      ...vault,
      write(changes) {
        reach('writing');
        vault.write(changes);
        reach('written');
      },
    },
    account: 'a',
    key: Buffer.alloc(32, 5),
    random,
  }),
  clock,
  publish: () => undefined,
});
await inbox.check();
process.stdout.write('done\n');
process.exit();

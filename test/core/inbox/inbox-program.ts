import { Buffer } from 'node:buffer';
import { createSystemClock } from '../../../src-main/adapters/system-clock.ts';
import { createSystemRandom } from '../../../src-main/adapters/system-random.ts';
import { openSqliteVault } from '../../../src-main/adapters/vault/sqlite-vault.ts';
import { createUndiciTransport } from '../../../src-main/adapters/transport/undici-transport.ts';
import { overviewLimit } from '../../../src-contract/endpoint.ts';
import { createApiClient } from '../../../src-main/core/api/api-client.ts';
import { createInbox } from '../../../src-main/core/inbox.ts';
import { createRateLimiter } from '../../../src-main/core/limits/rate-limiter.ts';
import { createSealedVault } from '../../../src-main/core/vault/sealed-vault.ts';

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
const inbox = createInbox({
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
    limiter: createRateLimiter({ clock, overview: overviewLimit }),
    log: { write: () => undefined },
    onReach: () => undefined,
  }),
  vault: createSealedVault({
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

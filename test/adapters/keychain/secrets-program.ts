import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { createKeytarProcess } from '#adapters/keychain/keytar-process.ts';
import { createKeytarSecrets } from '#adapters/keychain/keytar-secrets.ts';
import { SecretStoreError } from '#core/kernel/ports.ts';
import { startHelper } from '#electron/helper-program.ts';
import { createUtilityProcessModule } from '#test/stand-in/electron/utility-process.ts';

/**
 * A program that does to the keychain what each line of its input asks, and answers in a line. It
 * runs apart from the tests because its helper inherits its environment, the address of a bus in it.
 * Besides, it says `{ helper }` for each helper that it starts, its process, and `{ asks }`.
 */
interface Request {
  readonly id: number;
  readonly act: 'get' | 'set' | 'remove';
  readonly name: string;
  readonly value?: string;
}

const helper = fileURLToPath(
  new URL('../../../src-main/adapters/keychain/keytar-helper.ts', import.meta.url),
);
const utilityProcess = createUtilityProcessModule({ ready: true });
const tell = (value: object) => process.stdout.write(`${JSON.stringify(value)}\n`);

let asks = 0;

/** The real one, which also says which process it has started, and when that gets a request. */
const fork: typeof utilityProcess.fork = (...values) => {
  const child = utilityProcess.fork(...values);
  const postMessage = child.postMessage.bind(child);
  child.once('spawn', () => tell({ helper: child.pid }));
  child.postMessage = (message) => {
    postMessage(message);
    tell({ asks: (asks += 1) });
  };
  return child;
};

const [, , deadlineMs, patienceMs, idleMs] = process.argv;
const secrets = createKeytarSecrets({
  service: 'Culvert test',
  deadlineMs: Number(deadlineMs),
  patienceMs: Number(patienceMs),
  idleMs: Number(idleMs),
  start: () => createKeytarProcess(startHelper({ utilityProcess: { fork } }, helper, 'test')),
});

async function answer({ act, name, value = '' }: Request): Promise<object> {
  try {
    if (act === 'get') return { value: (await secrets.get(name)) ?? null };
    if (act === 'set') await secrets.set(name, value);
    else await secrets.remove(name);
    return {};
  } catch (error) {
    return { state: error instanceof SecretStoreError ? error.state : String(error) };
  }
}

for await (const line of createInterface({ input: process.stdin })) {
  const request = JSON.parse(line) as Request;
  void answer(request).then((answered) => tell({ id: request.id, ...answered }));
}
process.exit();

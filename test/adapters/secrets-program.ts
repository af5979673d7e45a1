import { createInterface } from 'node:readline';
import { createKeytarSecrets } from '../../src-main/adapters/keytar-secrets.ts';
import { SecretStoreError } from '../../src-main/core/ports.ts';

/**
 * A program that does to the keychain what each line of its input asks, and answers in a line. It
 * runs apart from the tests because libsecret finds its bus once in the life of a program.
 */
interface Asked {
  readonly id: number;
  readonly act: 'get' | 'set' | 'remove';
  readonly name: string;
  readonly value?: string;
}

const secrets = createKeytarSecrets({
  service: 'Culvert test',
  deadlineMs: Number(process.argv[2]),
});

async function answer({ act, name, value = '' }: Asked): Promise<object> {
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
  const asked = JSON.parse(line) as Asked;
  void answer(asked).then((answered) => {
    process.stdout.write(`${JSON.stringify({ id: asked.id, ...answered })}\n`);
  });
}
process.exit();

import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import { startKeyring, type Keyring } from './keyring.ts';

type Answer = { value?: string | null; state?: string };

export interface Program {
  get(name: string): Promise<Answer>;
  set(name: string, value: string): Promise<Answer>;
  remove(name: string): Promise<Answer>;
  /** The processes of the helpers that it has started so far, the newest last. */
  readonly helpers: readonly number[];
  /** How often it has asked one of them for something. */
  readonly requests: () => number;
  /** As the system does it: without a word to the program. */
  kill(): void;
}

/** The deadlines that the program is given, milliseconds. */
interface Times {
  readonly deadline?: number;
  readonly patience?: number;
  readonly idle?: number;
}

/** Starts `secrets-program.ts` on a bus. */
export function startProgram(env: NodeJS.ProcessEnv, times: Times = {}): Program {
  const { deadline = 2000, patience = 60_000, idle = 60_000 } = times;
  const file = fileURLToPath(new URL('secrets-program.ts', import.meta.url));
  const child = spawn(process.execPath, [file, ...[deadline, patience, idle].map(String)], {
    env: { ...env, NODE_OPTIONS: '' },
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const waiting = new Map<number, (answer: Answer) => void>();
  const helpers: number[] = [];
  let requests = 0;
  createInterface({ input: child.stdout }).on('line', (line) => {
    const { id, helper, asks, ...answer } = JSON.parse(line) as Answer & {
      id?: number;
      helper?: number;
      asks?: number;
    };
    if (helper !== undefined) helpers.push(helper);
    else if (asks !== undefined) requests = asks;
    else waiting.get(id ?? 0)?.(answer);
  });
  child.on('exit', (code, signal) => {
    for (const answer of waiting.values()) answer({ state: `ended ${code ?? signal ?? ''}` });
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let last = 0;
  const ask = (act: string, name: string, value?: string) =>
    new Promise<Answer>((resolve) => {
      const id = (last += 1);
      waiting.set(id, resolve);
      child.stdin.write(`${JSON.stringify({ id, act, name, value })}\n`);
    });
  return {
    get: (name) => ask('get', name),
    set: (name, value) => ask('set', name, value),
    remove: (name) => ask('remove', name),
    helpers,
    requests: () => requests,
    kill: () => void child.kill('SIGKILL'),
  };
}

/** A keyring that ends with the test. */
export async function openKeyring(options?: Parameters<typeof startKeyring>[0]): Promise<Keyring> {
  const keyring = await startKeyring(options);
  onTestFinished(() => keyring.stop());
  return keyring;
}

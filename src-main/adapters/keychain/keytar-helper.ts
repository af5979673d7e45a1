import { createRequire } from 'node:module';
import type { KeytarRequest, KeytarResponse } from './keytar-messages.ts';

/**
 * A program of its own: keytar, and nothing else. What hangs or crashes in the system's keychain
 * hangs or crashes here, and what libsecret has found out about its service is forgotten with this
 * process (`keytar-process.ts` is the other side). Its one argument is the process that it works for.
 */

/** The part of keytar that is used. Its `find…` functions read past a locked entry and crash. */
interface KeytarModule {
  getPassword(service: string, account: string): Promise<string | null>;
  setPassword(service: string, account: string, password: string): Promise<void>;
  deletePassword(service: string, account: string): Promise<boolean>;
}

/** Milliseconds: how long it may outlive the process that it works for. */
const watchEvery = 1000;

const keytar = findKeytar();
const { parentPort } = process;

/** By name at run time, so that neither types nor build need what is optional. */
function findKeytar(): KeytarModule | undefined {
  try {
    return createRequire(import.meta.url)('keytar') as KeytarModule;
  } catch {
    return undefined;
  }
}

function say(response: KeytarResponse): void {
  parentPort.postMessage(response);
}

async function execute({
  act,
  service,
  name,
  value,
}: KeytarRequest): Promise<string | boolean | null> {
  if (keytar === undefined) throw new Error('no keytar');
  if (act === 'get') return keytar.getPassword(service, name);
  if (act === 'remove') return keytar.deletePassword(service, name);
  await keytar.setPassword(service, name, value);
  return null;
}

/** The port does not tell when its other end is gone; a hanging worker needs SIGKILL. */
function endWith(parent: number): void {
  setInterval(() => {
    try {
      process.kill(parent, 0);
    } catch {
      process.kill(process.pid, 'SIGKILL');
    }
  }, watchEvery);
}

endWith(Number(process.argv.at(-1)));
parentPort.on('message', ({ data }) => {
  const request = data as KeytarRequest;
  execute(request).then(
    (value) => say({ kind: 'done', id: request.id, value }),
    (error: unknown) =>
      say({ kind: 'failed', id: request.id, message: error instanceof Error ? error.message : '' }),
  );
});
say({ kind: 'up', found: keytar !== undefined });

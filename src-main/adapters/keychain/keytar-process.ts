import { SecretStoreError, type HelperProgram } from '#core/kernel/ports.ts';
import type { KeytarRequest, KeytarResponse } from './keytar-messages.ts';

/** keytar's three functions, done by a program that can be ended in the middle of one. */
export interface KeytarProcess {
  getPassword(service: string, name: string): Promise<string | null>;
  setPassword(service: string, name: string, value: string): Promise<void>;
  deletePassword(service: string, name: string): Promise<boolean>;
  /** Whether there is a keytar, once it runs; rejects when it ends before. */
  readonly up: Promise<boolean>;
  /** True once it has ended, for any reason. Its calls reject from then on. */
  ended(): boolean;
  readonly end: () => void;
}

/** A process that does not start is ended after this time, milliseconds, so that another can start. */
const startLimit = 5000;

type Answer = string | boolean | null;

/** Speaks to `keytar-helper.ts`. Calls reject with the error text of the system, or `absent` once it ended. */
export function createKeytarProcess(program: HelperProgram): KeytarProcess {
  const up = Promise.withResolvers<boolean>();
  // Callers that wait handle the rejection; there may be none.
  up.promise.catch(() => undefined);
  const waiting = new Map<number, PromiseWithResolvers<Answer>>();
  const limit = setTimeout(end, startLimit);
  limit.unref();
  let lastId = 0;
  let isOver = false;
  program.listen({
    message: (value) => receive(value as KeytarResponse),
    ended: leave,
  });

  function end(): void {
    program.end();
    leave();
  }

  function receive(response: KeytarResponse): void {
    if (response.kind === 'up') {
      clearTimeout(limit);
      up.resolve(response.found);
      return;
    }
    const call = waiting.get(response.id);
    waiting.delete(response.id);
    if (response.kind === 'done') call?.resolve(response.value);
    else call?.reject(new Error(response.message));
  }

  function leave(): void {
    if (isOver) return;
    isOver = true;
    clearTimeout(limit);
    const error = new SecretStoreError('absent');
    up.reject(error);
    for (const call of waiting.values()) call.reject(error);
    waiting.clear();
  }

  async function send(request: Omit<KeytarRequest, 'id'>): Promise<Answer> {
    if (isOver) throw new SecretStoreError('absent');
    const call = Promise.withResolvers<Answer>();
    lastId += 1;
    waiting.set(lastId, call);
    program.send({ ...request, id: lastId } satisfies KeytarRequest);
    return call.promise;
  }

  return {
    getPassword: async (service, name) => {
      const value = await send({ act: 'get', service, name, value: '' });
      return typeof value === 'string' ? value : null;
    },
    setPassword: async (service, name, value) => {
      await send({ act: 'set', service, name, value });
    },
    deletePassword: async (service, name) =>
      (await send({ act: 'remove', service, name, value: '' })) === true,
    up: up.promise,
    ended: () => isOver,
    end,
  };
}

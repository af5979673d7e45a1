import { SecretStoreError, type HelperProgram } from '#core/ports.ts';
import type { Answered, Asked } from './keytar-messages.ts';

/** keytar's three functions, done by a program that can be ended in the middle of one. */
export interface KeytarProcess {
  getPassword(service: string, name: string): Promise<string | null>;
  setPassword(service: string, name: string, value: string): Promise<void>;
  deletePassword(service: string, name: string): Promise<boolean>;
  /** Whether there is a keytar, once it runs; rejects when it ends before. */
  readonly up: Promise<boolean>;
  /** True from its end on, in whatever way that came. Its calls reject from then on. */
  ended(): boolean;
  readonly end: () => void;
}

/** One that does not come up is ended after this long, milliseconds, so that another may try. */
const startLimit = 5000;

/** Speaks to `keytar-helper.ts`. Calls reject with the words of the system, or `absent` once it ended. */
export function createKeytarProcess(program: HelperProgram): KeytarProcess {
  const up = Promise.withResolvers<boolean>();
  const waiting = new Map<number, PromiseWithResolvers<string | boolean | null>>();
  const limit = setTimeout(end, startLimit);
  let asked = 0;
  let gone = false;

  // Whoever waits for it hears it; nobody may be waiting.
  up.promise.catch(() => undefined);
  limit.unref();
  program.listen({
    message: (value) => {
      hear(value as Answered);
    },
    ended: leave,
  });

  function hear(answer: Answered): void {
    if (answer.kind === 'up') {
      clearTimeout(limit);
      up.resolve(answer.found);
      return;
    }
    const call = waiting.get(answer.id);
    waiting.delete(answer.id);
    if (answer.kind === 'done') call?.resolve(answer.value);
    else call?.reject(new Error(answer.words));
  }

  function leave(): void {
    if (gone) return;
    gone = true;
    clearTimeout(limit);
    const error = new SecretStoreError('absent');
    up.reject(error);
    for (const call of waiting.values()) call.reject(error);
    waiting.clear();
  }

  function end(): void {
    program.end();
    leave();
  }

  async function ask(
    act: Asked['act'],
    service: string,
    name: string,
    value = '',
  ): Promise<string | boolean | null> {
    if (gone) throw new SecretStoreError('absent');
    const call = Promise.withResolvers<string | boolean | null>();
    const id = (asked += 1);
    waiting.set(id, call);
    program.send({ id, act, service, name, value } satisfies Asked);
    return call.promise;
  }

  return {
    getPassword: async (service, name) => {
      const value = await ask('get', service, name);
      return typeof value === 'string' ? value : null;
    },
    setPassword: async (service, name, value) => {
      await ask('set', service, name, value);
    },
    deletePassword: async (service, name) => (await ask('remove', service, name)) === true,
    up: up.promise,
    ended: () => gone,
    end,
  };
}

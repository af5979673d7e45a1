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

/** Speaks to `keytar-helper.ts`. Calls reject with the error text of the system, or `absent` once it ended. */
export function createKeytarProcess(program: HelperProgram): KeytarProcess {
  const calls = new HelperCalls(program);
  return {
    getPassword: async (service, name) => {
      const value = await calls.send('get', service, name);
      return typeof value === 'string' ? value : null;
    },
    setPassword: async (service, name, value) => {
      await calls.send('set', service, name, value);
    },
    deletePassword: async (service, name) => (await calls.send('remove', service, name)) === true,
    up: calls.up,
    ended: () => calls.isOver,
    end: () => {
      calls.end();
    },
  };
}

class HelperCalls {
  readonly #program: HelperProgram;
  readonly #up = Promise.withResolvers<boolean>();
  readonly #waiting = new Map<number, PromiseWithResolvers<string | boolean | null>>();
  readonly #limit: NodeJS.Timeout;
  #lastId = 0;
  #isOver = false;

  constructor(program: HelperProgram) {
    this.#program = program;
    // Callers that wait handle the rejection; there may be none.
    this.#up.promise.catch(() => undefined);
    this.#limit = setTimeout(() => {
      this.end();
    }, startLimit);
    this.#limit.unref();
    program.listen({
      message: (value) => {
        this.#receive(value as KeytarResponse);
      },
      ended: () => {
        this.#leave();
      },
    });
  }

  get up(): Promise<boolean> {
    return this.#up.promise;
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  async send(
    act: KeytarRequest['act'],
    service: string,
    name: string,
    value = '',
  ): Promise<string | boolean | null> {
    if (this.#isOver) throw new SecretStoreError('absent');
    const call = Promise.withResolvers<string | boolean | null>();
    this.#lastId += 1;
    const id = this.#lastId;
    this.#waiting.set(id, call);
    this.#program.send({ id, act, service, name, value } satisfies KeytarRequest);
    return call.promise;
  }

  end(): void {
    this.#program.end();
    this.#leave();
  }

  #receive(response: KeytarResponse): void {
    if (response.kind === 'up') {
      clearTimeout(this.#limit);
      this.#up.resolve(response.found);
      return;
    }
    const call = this.#waiting.get(response.id);
    this.#waiting.delete(response.id);
    if (response.kind === 'done') call?.resolve(response.value);
    else call?.reject(new Error(response.message));
  }

  #leave(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    clearTimeout(this.#limit);
    const error = new SecretStoreError('absent');
    this.#up.reject(error);
    for (const call of this.#waiting.values()) call.reject(error);
    this.#waiting.clear();
  }
}

import { EventEmitter } from 'node:events';
import type { ChildProcess } from 'node:child_process';
import type { CDPSession } from 'playwright-core';
import type { Engine, EnginePage, EngineWindow } from './engine.ts';
import type { FromProgram, ToProgram } from '#test/stand-in/driver/messages.ts';

/** The engine of a program that was forked: its pages are made by the process that forked it. */
export function createRelayedEngine(): Engine {
  const relay = new Relay();
  let pages = 0;
  return {
    open: async (window) => {
      const page = ++pages;
      const opened = relay.once(page, 'opened');
      say({ kind: 'open', page, ...window });
      await opened;
      return relayedPage(relay, page);
    },
    close: () => Promise.resolve(),
  };
}

function relayedPage(relay: Relay, page: number): EnginePage {
  const cdp = {
    send: (method: string, params?: object) =>
      relay.request((id) => ({ kind: 'send', page, id, method, params })),
    on: (method: string, listener: (params: unknown) => void) => {
      relay.on(page, `event ${method}`, listener);
      say({ kind: 'listen', page, method });
    },
  };
  return {
    // The protocol's types are by method name; the relay carries any method.
    cdp: cdp as unknown as Pick<CDPSession, 'send' | 'on'>,
    onGone: (listener) => {
      relay.on(page, 'gone', listener);
    },
    grant: (permissions) =>
      relay.request<undefined>((id) => ({ kind: 'grant', page, id, permissions })),
    close: () => {
      say({ kind: 'close', page });
      return Promise.resolve();
    },
  };
}

/** What the process that forked this one says of its pages. */
class Relay {
  readonly #events = new EventEmitter();
  readonly #answers = new Map<
    number,
    { resolve(value: never): void; reject(error: Error): void }
  >();
  #requests = 0;

  constructor() {
    process.on('message', (message: ToProgram) => {
      this.#receive(message);
    });
  }

  /** Calls `listener` with what happens to a page. */
  on(page: number, event: string, listener: (...values: never[]) => void): void {
    this.#events.on(`${String(page)} ${event}`, listener as (...values: unknown[]) => void);
  }

  once(page: number, event: string): Promise<void> {
    return new Promise((resolve) => this.#events.once(`${String(page)} ${event}`, resolve));
  }

  /** Sends the message that is made with a new id; resolves with its answer. */
  request<Value>(messageOf: (id: number) => FromProgram): Promise<Value> {
    return new Promise((resolve, reject) => {
      const id = ++this.#requests;
      this.#answers.set(id, { resolve, reject });
      say(messageOf(id));
    });
  }

  #receive(message: ToProgram): void {
    switch (message.kind) {
      case 'opened':
        this.#events.emit(`${String(message.page)} opened`);
        break;
      case 'gone':
        this.#events.emit(`${String(message.page)} gone`, message.why);
        break;
      case 'event':
        this.#events.emit(`${String(message.page)} event ${message.method}`, message.params);
        break;
      case 'sent': {
        const answer = this.#answers.get(message.id);
        this.#answers.delete(message.id);
        if (message.error !== undefined) answer?.reject(new Error(message.error));
        else answer?.resolve(message.value as never);
        break;
      }
      case 'ask':
        break;
    }
  }
}

function say(message: FromProgram): void {
  if (process.connected) process.send?.(message);
}

/** The other end: makes the pages that a forked program asks for. */
export function serveEngine(child: ChildProcess, engine: Engine): void {
  const pages = new Map<number, EnginePage>();
  const tell = (message: ToProgram) => {
    if (child.connected) child.send(message, () => undefined);
  };

  async function open(page: number, window: EngineWindow): Promise<void> {
    const made = await engine.open(window);
    made.onGone((why) => {
      tell({ kind: 'gone', page, why });
    });
    pages.set(page, made);
    tell({ kind: 'opened', page });
  }

  function answer(id: number, done: Promise<unknown> | undefined): void {
    Promise.resolve(done).then(
      (value) => {
        tell({ kind: 'sent', id, value });
      },
      (error: unknown) => {
        tell({ kind: 'sent', id, error: String(error) });
      },
    );
  }

  child.on('message', (message: FromProgram) => {
    switch (message.kind) {
      case 'open':
        open(message.page, message).catch((error: unknown) => {
          // A program that has ended needs no page, and its browser may be closing.
          if (child.connected) throw error;
        });
        break;
      case 'listen':
        pages.get(message.page)?.cdp.on(message.method as 'Page.loadEventFired', (params) => {
          tell({ kind: 'event', page: message.page, method: message.method, params });
        });
        break;
      case 'send':
        answer(
          message.id,
          pages.get(message.page)?.cdp.send(message.method as 'Page.reload', message.params),
        );
        break;
      case 'grant':
        answer(message.id, pages.get(message.page)?.grant(message.permissions));
        break;
      case 'close':
        pages
          .get(message.page)
          ?.close()
          .catch(() => undefined);
        break;
      case 'up':
      case 'answer':
        break;
    }
  });
}

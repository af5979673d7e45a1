import { EventEmitter } from 'node:events';
import { createCodec } from '#test/stand-in/context/codec.ts';

type Answerer = (event: object, ...values: unknown[]) => unknown;

/** `ipcMain`, and the way in which a page's messages reach it. */
interface StandInIpcMain extends EventEmitter {
  handle(channel: string, answerer: Answerer): void;
  removeHandler(channel: string): void;
}

/** Receives one message of a page's preload, in the codec's text, and answers through `reply`. */
export type Receive = (event: object, text: string, reply: (text: string) => void) => void;

export function createIpcMain(): { ipcMain: StandInIpcMain; receive: Receive } {
  const codec = createCodec();
  const answerers = new Map<string, Answerer>();
  const ipcMain: StandInIpcMain = Object.assign(new EventEmitter(), {
    handle: (channel: string, answerer: Answerer) => {
      if (answerers.has(channel)) {
        throw new Error(`Attempted to register a second handler for '${channel}'`);
      }
      if (typeof answerer !== 'function') {
        throw new TypeError(
          `Expected handler to be a function, but found type '${typeof answerer}'`,
        );
      }
      answerers.set(channel, answerer);
    },
    removeHandler: (channel: string) => {
      answerers.delete(channel);
    },
  });
  // A page may choose this name for a channel: without a listener it would throw.
  ipcMain.on('error', () => undefined);

  async function answer(event: object, channel: string, values: unknown[]): Promise<unknown> {
    const answerer = answerers.get(channel);
    if (answerer === undefined) throw new Error(`No handler registered for '${channel}'`);
    return await answerer(event, ...values);
  }

  return {
    ipcMain,
    receive: (event, text, reply) => {
      const { id, channel, values } = codec.decode(text) as {
        id?: number;
        channel: string;
        values: unknown[];
      };
      if (id === undefined) {
        ipcMain.emit(channel, event, ...values);
        return;
      }
      answer(event, channel, values)
        .then((value) => codec.encode({ id, value }))
        .catch((error: unknown) => {
          // Electron writes out every error with its message.
          console.error(`Error occurred in handler for '${channel}':`, error);
          const message = `Error invoking remote method '${channel}': ${String(error)}`;
          return codec.encode({ id, error: message });
        })
        .then(reply)
        .catch(() => undefined);
    },
  };
}

import { serialize } from 'node:v8';
import type { IpcMain, IpcMainInvokeEvent, WebContents } from 'electron';
import { callChannel } from '#contract/ipc/events.ts';
import type { App } from '#core/app.ts';
import type { Log } from '#core/ports.ts';
import { appOrigin } from './app-protocol.ts';

/** No command is named at greater length, and none takes more bytes than this. */
const longestName = 64;
const largestInput = 1024 * 1024;

export interface IpcHostParts {
  readonly ipcMain: Pick<IpcMain, 'handle' | 'removeHandler'>;
  readonly core: Pick<App, 'call'>;
  /** The contents of our window, the only ones that may call; `undefined` while there is none. */
  readonly trusted: () => Pick<WebContents, 'mainFrame'> | undefined;
  readonly log: Log;
}

/**
 * Answers the window's calls. Who calls is checked here (our window, its top frame, our origin) and
 * so is the call's shape; what may be called, and with what, is the core's to check. A call that
 * fails the check is refused loudly: it rejects, and it is logged. Returns its own removal.
 */
export function createIpcHost({ ipcMain, core, trusted, log }: IpcHostParts): () => void {
  const refusals = new Map<string, number>();

  ipcMain.handle(callChannel, async (event, ...call: unknown[]) => {
    const reason = distrust(event, trusted()) ?? malformed(call);
    if (reason !== undefined) {
      refuse(reason);
      throw new Error(`refused: ${reason}`);
    }
    const [name, input] = call;
    return await core.call(String(name), input);
  });

  // A page that was taken over could call without end: the log grows with the logarithm of it.
  function refuse(reason: string): void {
    const count = (refusals.get(reason) ?? 0) + 1;
    refusals.set(reason, count);
    if (Number.isInteger(Math.log2(count))) log.write('warn', 'ipc.refused', { reason, count });
  }

  return () => {
    ipcMain.removeHandler(callChannel);
  };
}

function distrust(
  event: Pick<IpcMainInvokeEvent, 'sender' | 'senderFrame'>,
  contents: Pick<WebContents, 'mainFrame'> | undefined,
): string | undefined {
  if (contents === undefined || event.sender !== contents) return 'sender';
  const frame = event.senderFrame;
  if (frame === null || frame !== contents.mainFrame || frame.parent !== null) return 'frame';
  return frame.origin === appOrigin ? undefined : 'origin';
}

function malformed(call: readonly unknown[]): string | undefined {
  const [name, input] = call;
  if (call.length !== 2) return 'arguments';
  if (typeof name !== 'string' || name.length > longestName) return 'name';
  try {
    return serialize(input).byteLength > largestInput ? 'size' : undefined;
  } catch {
    return 'input';
  }
}

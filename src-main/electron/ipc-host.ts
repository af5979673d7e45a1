import type { IpcMain, IpcMainInvokeEvent, WebContents } from 'electron';
import { callChannel } from '#contract/ipc/events.ts';
import type { App } from '#core/app/app.ts';
import type { Log } from '#core/kernel/ports.ts';
import { appOrigin } from './app-protocol.ts';

/** No command is named at greater length. */
const longestName = 64;

export interface IpcHostParts {
  readonly ipcMain: Pick<IpcMain, 'handle'>;
  readonly core: Pick<App, 'call'>;
  readonly windows: readonly CallingWindow[];
  readonly log: Log;
}

interface CallingWindow {
  /** `undefined` while there is no such window. */
  readonly contents: () => Pick<WebContents, 'mainFrame'> | undefined;
  readonly mayCall: (name: string) => boolean;
}

/**
 * Answers the calls of our windows. Who calls is checked here (our window, its top frame, our origin),
 * and so are the call's shape and whether that window has a use for the command; what may be called
 * at all, and with what, is the core's to check: every schema bounds its texts and lists. A call that
 * fails the check is refused loudly: it rejects, and it is logged.
 */
export function createIpcHost({ ipcMain, core, windows, log }: IpcHostParts): void {
  const refusals = new Map<string, number>();

  ipcMain.handle(callChannel, async (event, ...call: unknown[]) => {
    const window = windows.find(({ contents }) => contents() === event.sender);
    const [name, input] = call;
    const reason =
      distrust(event, window) ??
      malformed(call) ??
      (window?.mayCall(String(name)) === true ? undefined : 'command');
    if (reason !== undefined) {
      refuse(reason);
      throw new Error(`refused: ${reason}`);
    }
    return await core.call(String(name), input);
  });

  // A page that was taken over could call without end: the log grows with the logarithm of it.
  function refuse(reason: string): void {
    const count = (refusals.get(reason) ?? 0) + 1;
    refusals.set(reason, count);
    if (Number.isInteger(Math.log2(count))) log.write('warn', 'ipc.refused', { reason, count });
  }
}

function distrust(
  event: Pick<IpcMainInvokeEvent, 'sender' | 'senderFrame'>,
  window: CallingWindow | undefined,
): string | undefined {
  const contents = window?.contents();
  if (contents === undefined) return 'sender';
  const frame = event.senderFrame;
  if (frame !== contents.mainFrame || frame.parent !== null) return 'frame';
  return frame.origin === appOrigin ? undefined : 'origin';
}

function malformed(call: readonly unknown[]): string | undefined {
  const [name] = call;
  if (call.length !== 2) return 'arguments';
  return typeof name !== 'string' || name.length > longestName ? 'name' : undefined;
}

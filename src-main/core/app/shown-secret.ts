import type { CommandAnswer, CommandName } from '#contract/ipc.ts';
import { qrShownMs, type QrRows } from '#contract/ipc/secrets.ts';
import { createScheduler } from '#core/kernel/scheduler.ts';
import type { Clock } from '#core/kernel/ports.ts';

/** The commands that answer a secret, as text until a moment or as QR codes. */
type RevealingCommand = {
  [Name in CommandName]: CommandAnswer<Name> extends
    { readonly until: number } | { readonly codes: readonly QrRows[] }
    ? Name
    : never;
}[CommandName];

/** A missing one is a compile error. */
const revealing: Readonly<Record<RevealingCommand, true>> = {
  'secrets.reveal': true,
  'secrets.qr': true,
  'connections.xray': true,
};

/** Whether a secret may be on screen, where the user wants the content protected. */
export function createShownSecret(options: {
  readonly clock: Pick<Clock, 'after'>;
  readonly isGuarded: () => boolean;
  readonly publish: (shown: boolean) => void;
}) {
  const end = createScheduler(options.clock);
  return {
    /** The window is about to be given the answer of this command. */
    answered(name: string) {
      if (!Object.hasOwn(revealing, name) || !options.isGuarded()) return;
      if (!end.isScheduled) options.publish(true);
      end.schedule(() => {
        options.publish(false);
      }, qrShownMs);
    },
  };
}

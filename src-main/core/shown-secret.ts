import type { CommandName } from '#contract/ipc.ts';
import { createScheduler } from './scheduler.ts';
import type { Clock } from './ports.ts';

/** The commands that hand the window a secret to show. */
const showing: ReadonlySet<string> = new Set<CommandName>([
  'connections.reveal',
  'connections.qr',
  'cache.reveal',
  'purchases.reveal',
]);

/** How long the window shows a secret at most, milliseconds. */
const shownMs = 30_000;

/** Whether the window may be showing a secret: main knows when it handed one out last. */
export interface ShownSecret {
  /** The window is about to be given the answer of this command. */
  answered(name: string): void;
}

/**
 * @param options.isGuarded whether the person wants the window's content protected
 * @param options.publish hears when a secret may be on screen, and when it no longer can be
 */
export function createShownSecret(options: {
  readonly clock: Pick<Clock, 'after'>;
  readonly isGuarded: () => boolean;
  readonly publish: (shown: boolean) => void;
}): ShownSecret {
  const end = createScheduler(options.clock);
  return {
    answered(name) {
      if (!showing.has(name) || !options.isGuarded()) return;
      if (!end.isScheduled) options.publish(true);
      end.schedule(() => {
        options.publish(false);
      }, shownMs);
    },
  };
}

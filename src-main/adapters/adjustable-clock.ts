import { waitOf, type Clock } from '#core/kernel/ports.ts';

/** Where a driver of the program finds how to advance the purchases' clock. */
const advanceKey = Symbol.for('culvert.advance-purchases');

interface Timer {
  readonly dueAt: number;
  readonly run: () => void;
  cancel: () => void;
}

/** Its monotonic time and timers can be advanced, not its time of day: what is due by then runs at once. */
export function createAdjustableClock(
  clock: Clock,
): Clock & { readonly advance: (ms: number) => void } {
  const timers = new Set<Timer>();
  let ahead = 0;
  const monotonic = () => clock.monotonic() + ahead;

  function arm(timer: Timer): void {
    timer.cancel = clock.after(Math.max(0, timer.dueAt - monotonic()), () => {
      timers.delete(timer);
      timer.run();
    });
  }

  return {
    now: () => clock.now(),
    monotonic,
    after(ms, run) {
      const timer: Timer = { dueAt: monotonic() + waitOf(ms), run, cancel: () => undefined };
      timers.add(timer);
      arm(timer);
      return () => {
        timer.cancel();
        timers.delete(timer);
      };
    },
    advance(ms) {
      ahead += ms;
      for (const timer of timers) {
        timer.cancel();
        arm(timer);
      }
    },
  };
}

/** The purchases' clock; tests of an unpackaged program advance it (`CULVERT_ADJUSTABLE_CLOCK`). */
export function createPurchaseClock(
  clock: Clock,
  isPackaged: boolean,
  environment: NodeJS.ProcessEnv,
): Clock {
  if (isPackaged || environment['CULVERT_ADJUSTABLE_CLOCK'] === undefined) return clock;
  const adjustable = createAdjustableClock(clock);
  Reflect.set(globalThis, advanceKey, adjustable.advance);
  return adjustable;
}

import { performance } from 'node:perf_hooks';
import { waitOf, type Clock } from '#core/kernel/ports.ts';

/** The longest wait that one timer of Node's takes, milliseconds: about 25 days. */
const longest = 2 ** 31 - 1;

/** The system's time, and timers that never keep the program alive by themselves. */
export function createSystemClock(): Clock {
  return {
    now: () => Date.now(),
    monotonic: () => performance.now(),
    after(ms, run) {
      let left = waitOf(ms);
      let timer = start();
      function start(): NodeJS.Timeout {
        const step = Math.min(left, longest);
        left -= step;
        return setTimeout(() => {
          if (left > 0) timer = start();
          else run();
        }, step).unref();
      }
      return () => clearTimeout(timer);
    },
  };
}

import type { Driver } from '#test/e2e/driver.ts';
import type { Surroundings } from './surroundings.ts';

/** How long something is waited for that faults may keep away. */
export const impatient = { timeout: 5000 };

/** Whether something was done that faults may keep from happening. */
export const isDone = (act: Promise<unknown>): Promise<boolean> =>
  act.then(
    () => true,
    () => false,
  );

/** What the parts of a walk use: the program, what is around it, and the keyboard. */
export interface Hands {
  readonly culvert: Driver;
  readonly around: Surroundings;
  /** Presses a key; the focus must not be lost to the body by it. */
  press(key: string): Promise<void>;
  /** Goes where a link to it leads. */
  go(path: string): Promise<void>;
  /** Agrees if main asks something soon. */
  answerSoon(): Promise<void>;
}

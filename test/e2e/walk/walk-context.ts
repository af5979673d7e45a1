import type { Driver } from '#test/e2e/driver.ts';
import type { Surroundings } from './surroundings.ts';

/** For waiting on something that faults may prevent. */
export const shortTimeout = { timeout: 5000 };

/** Whether an action succeeds that faults may prevent. */
export const succeeds = (act: Promise<unknown>): Promise<boolean> =>
  act.then(
    () => true,
    () => false,
  );

/** What the parts of a walk share: the program, its surroundings, and the keyboard. */
export interface WalkContext {
  readonly culvert: Driver;
  readonly around: Surroundings;
  /** Presses a key, and complains if the focus falls to the body. */
  press(key: string): Promise<void>;
  /** Navigates to a page by its path. */
  go(path: string): Promise<void>;
  /** Confirms main's dialog if one opens soon. */
  answerSoon(): Promise<void>;
}

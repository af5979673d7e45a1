import type { Reboot } from '#contract/reboot.ts';
import type { StateOfConnection } from '#contract/rules/connection-state.ts';
import { command, noInput } from './command.ts';

/** How a cloud server of the list is now, as main derived it. */
export interface ServerNow {
  readonly id: number;
  readonly state: StateOfConnection;
  /** Set from when a reboot was accepted until it is over. */
  readonly reboot: Reboot | null;
}

export const serverCommands = {
  /** All cloud servers that are known; `servers.changed` announces changes. */
  'servers.get': command<readonly ServerNow[]>()(noInput),
} as const;

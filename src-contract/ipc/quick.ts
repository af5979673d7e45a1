import { z } from 'zod';
import { command, noInput } from './command.ts';
import { ConnectionKey, type ConnectionRow } from './connections.ts';
import { CopiedConnection, type Copied } from './secrets.ts';

/** How many connections the quick copy window offers; more are found by typing more. */
export const maxQuickRows = 30;

/** What the quick copy window shows for a search; favourites, recents, then others, for an empty one. */
export interface QuickRows {
  readonly rows: readonly ConnectionRow[];
  /** How many connections the account has, and how many of them match. */
  readonly all: number;
  readonly total: number;
  /** What `checks.copyWorking` would copy now; `null` where it has to look for it, absent where it cannot. */
  readonly working?: (Pick<ConnectionRow, 'place' | 'country'> & { readonly ms: number }) | null;
}

/** `taken`: another program has the keys; `portal`: the desktop assigns them (Wayland). */
export interface QuickShortcut {
  readonly state: 'registered' | 'taken' | 'off' | 'portal';
  /** As Electron writes keys, such as `Control+Shift+Space`; empty when it is off. */
  readonly keys: string;
  /** The keys it has unless the user chooses others. */
  readonly usual: string;
  /** What a desktop can bind to keys of its own to open the window. */
  readonly command: string;
}

export const quickCommands = {
  /** `keys`: the rows on screen, which keep their places. */
  'quick.find': command<QuickRows>()(
    z.strictObject({
      search: z.string().max(200),
      keys: z.array(ConnectionKey).max(maxQuickRows).optional(),
    }),
  ),
  /** Copies and hides the window, which stays where commands were removed or where it is `replaceable`. */
  'quick.copy': command<Copied & { readonly replaceable?: true }>()(CopiedConnection),
  'quick.hide': command<true>()(noInput),
  /** Shows a connection, the search for one that works, or the page there was, in the main window. */
  'quick.open': command<true>()(
    z.strictObject({ key: ConnectionKey.nullable(), find: z.boolean().optional() }),
  ),
  'quick.shortcut': command<QuickShortcut>()(noInput),
  /** While the user records new keys, the global shortcut is suspended. */
  'quick.choosing': command<true>()(z.strictObject({ choosing: z.boolean() })),
} as const;

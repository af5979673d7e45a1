import type { GlobalShortcut } from 'electron';
import type { QuickShortcut } from '#contract/ipc/quick.ts';
import type { Settings } from '#contract/ipc/settings.ts';
import { usualKeys } from '#contract/ipc/shortcut-keys.ts';
import { launchCommand } from '#electron/launch-command.ts';

/** Opens the quick copy window, and nothing else of Culvert's. */
export const quickFlag = '--quick';

/** The keys that open the quick copy window anywhere. */
export type ShortcutKeeper = ReturnType<typeof createShortcutKeeper>;

export function createShortcutKeeper(parts: {
  readonly globalShortcut: Pick<GlobalShortcut, 'register' | 'unregister' | 'setSuspended'>;
  readonly platform: NodeJS.Platform;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Whether the windows are on Wayland, where the desktop gives out global shortcuts. */
  readonly wayland: boolean;
  readonly executable: string;
  readonly onPressed: () => void;
}) {
  const { globalShortcut, environment, wayland } = parts;
  const usual = usualKeys(parts.platform);
  let keys = '';
  let isRegistered = false;
  let choosing = false;

  function release(): void {
    if (isRegistered) globalShortcut.unregister(keys);
    isRegistered = false;
  }

  /** Wayland desktops go on sending keys that were given up or suspended. */
  const pressed = (registered: string) => () => {
    if (registered === keys && isRegistered && !choosing) parts.onPressed();
  };

  return {
    /** Registers the configured keys in place of the earlier ones. */
    follow({ quickKeys }: Pick<Settings, 'quickKeys'>) {
      const requested = quickKeys === 'off' ? '' : quickKeys === 'usual' ? usual : quickKeys;
      if (requested === keys && isRegistered) return;
      release();
      keys = requested;
      isRegistered = keys !== '' && globalShortcut.register(keys, pressed(keys));
    },
    state: (): QuickShortcut => ({
      state: stateOf(keys, isRegistered, wayland),
      keys,
      usual,
      command: [...launchCommand(environment, parts.executable), quickFlag]
        .map((word) => shellWord(word, parts.platform))
        .join(' '),
    }),
    /** Suspends the registered keys while the user records new ones. */
    setChoosing: (now: boolean) => {
      choosing = now;
      globalShortcut.setSuspended(now);
    },
    release,
  };
}

function stateOf(keys: string, isRegistered: boolean, viaPortal: boolean): QuickShortcut['state'] {
  if (keys === '') return 'off';
  if (!isRegistered) return 'taken';
  return viaPortal ? 'portal' : 'registered';
}

function shellWord(word: string, platform: NodeJS.Platform): string {
  if (/^[\w./:\\+-]+$/.test(word)) return word;
  return platform === 'win32' ? `"${word}"` : `'${word.replaceAll("'", "'\\''")}'`;
}

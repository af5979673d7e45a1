import { describe, expect, it } from 'vitest';
import { ShortcutKeys } from '#contract/ipc/shortcut-keys.ts';
import { createShortcutKeeper } from '#electron/quick/quick-shortcut.ts';

function keeperOn(platform: NodeJS.Platform, environment: Record<string, string> = {}) {
  const registered = new Map<string, () => void>();
  /** Every key that was ever registered: a portal goes on sending those that were given up. */
  const bound = new Map<string, () => void>();
  const taken = new Set<string>();
  let suspended = false;
  let pressed = 0;
  const keeper = createShortcutKeeper({
    globalShortcut: {
      register: (keys, run) => {
        if (taken.has(keys)) return false;
        registered.set(keys, run);
        bound.set(keys, run);
        return true;
      },
      unregister: (keys) => void registered.delete(keys),
      setSuspended: (now) => {
        suspended = now;
      },
    },
    platform,
    environment,
    executable: '/opt/My Culvert/culvert',
    onPressed: () => {
      pressed += 1;
    },
  });
  return {
    keeper,
    taken,
    keys: () => [...registered.keys()],
    isSuspended: () => suspended,
    press: (keys: string) => bound.get(keys)?.(),
    pressed: () => pressed,
  };
}

describe('the shortcut of the quick copy window', () => {
  it('has the usual keys of its system until others are chosen', () => {
    const { keeper, keys } = keeperOn('win32');
    keeper.follow({ quickKeys: 'usual' });
    expect(keys()).toEqual(['Control+Shift+Space']);
    keeper.follow({ quickKeys: 'Alt+Shift+C' });
    expect(keys()).toEqual(['Alt+Shift+C']);
    keeper.follow({ quickKeys: 'off' });
    expect(keys()).toEqual([]);
    expect(keeper.state()).toMatchObject({ state: 'off', keys: '' });
    const mac = keeperOn('darwin');
    mac.keeper.follow({ quickKeys: 'usual' });
    expect(mac.keys()).toEqual(['Alt+Super+Space']);
  });

  it('says that another program has its keys, and tries them again', () => {
    const { keeper, taken, keys } = keeperOn('linux');
    taken.add('Control+Shift+Space');
    keeper.follow({ quickKeys: 'usual' });
    expect(keeper.state()).toEqual({
      state: 'taken',
      keys: 'Control+Shift+Space',
      usual: 'Control+Shift+Space',
      command: '"/opt/My Culvert/culvert" --quick',
    });
    taken.clear();
    keeper.follow({ quickKeys: 'usual' });
    expect(keeper.state().state).toBe('registered');
    keeper.release();
    expect(keys()).toEqual([]);
  });

  it('is given out by the desktop on Wayland, and bound to the AppImage where there is one', () => {
    const { keeper } = keeperOn('linux', {
      XDG_SESSION_TYPE: 'wayland',
      APPIMAGE: '/home/anna/Culvert.AppImage',
    });
    keeper.follow({ quickKeys: 'usual' });
    expect(keeper.state()).toMatchObject({
      state: 'portal',
      command: '/home/anna/Culvert.AppImage --quick',
    });
  });

  it('ignores keys that the desktop still sends after others were chosen', () => {
    const { keeper, press, pressed } = keeperOn('linux', { XDG_SESSION_TYPE: 'wayland' });
    keeper.follow({ quickKeys: 'Alt+Shift+C' });
    keeper.follow({ quickKeys: 'Alt+Shift+V' });
    press('Alt+Shift+C');
    expect(pressed()).toBe(0);
    press('Alt+Shift+V');
    expect(pressed()).toBe(1);
    keeper.follow({ quickKeys: 'off' });
    press('Alt+Shift+V');
    expect(pressed()).toBe(1);
  });

  it('says on Wayland too that its keys were refused, as where there is no portal', () => {
    const { keeper, taken } = keeperOn('linux', { XDG_SESSION_TYPE: 'wayland' });
    taken.add('Control+Shift+Space');
    keeper.follow({ quickKeys: 'usual' });
    expect(keeper.state().state).toBe('taken');
  });

  it.each([
    ['a Flatpak', { FLATPAK_ID: 'app.culvert.culvert' }, 'flatpak run app.culvert.culvert --quick'],
    [
      'the portable program',
      { PORTABLE_EXECUTABLE_FILE: 'D:\\My Tools\\culvert.exe' },
      '"D:\\My Tools\\culvert.exe" --quick',
    ],
  ])('shows the command by which %s is started', (_, environment, command) => {
    expect(keeperOn('linux', environment).keeper.state().command).toBe(command);
  });

  it('leaves its keys alone while others are chosen', () => {
    const { keeper, isSuspended } = keeperOn('linux');
    keeper.setChoosing(true);
    expect(isSuspended()).toBe(true);
    keeper.setChoosing(false);
    expect(isSuspended()).toBe(false);
  });
});

describe('keys for a shortcut', () => {
  it.each(['Control+Shift+Space', 'Alt+Space', 'Super+V', 'Control+F5', 'Control+Alt+Shift+0'])(
    'may be %s',
    (keys) => {
      expect(ShortcutKeys.safeParse(keys).success).toBe(true);
    },
  );

  it.each(['C', 'Control+C', 'Shift+A', 'F5', 'Control+', 'Space+Control', 'Control+Shift+Enter'])(
    'may not be %s',
    (keys) => {
      expect(ShortcutKeys.safeParse(keys).success).toBe(false);
    },
  );
});

import { describe, expect, it } from 'vitest';
import { ShortcutKeys } from '#contract/ipc/shortcut-keys.ts';
import { createShortcutKeeper } from '#electron/quick/quick-shortcut.ts';
import { createGlobalShortcut } from '#test/stand-in/electron/system.ts';

function keeperOn(
  platform: NodeJS.Platform,
  environment: Record<string, string> = {},
  wayland = false,
) {
  const { shortcuts, globalShortcut } = createGlobalShortcut({ ready: true }, wayland);
  let pressed = 0;
  const keeper = createShortcutKeeper({
    globalShortcut,
    platform,
    environment,
    wayland,
    executable: '/opt/My Culvert/culvert',
    onPressed: () => {
      pressed += 1;
    },
  });
  return { keeper, shortcuts, globalShortcut, pressed: () => pressed };
}

describe('the shortcut of the quick copy window', () => {
  it('has the usual keys of its system until others are chosen', () => {
    const { keeper, shortcuts } = keeperOn('win32');
    keeper.follow({ quickKeys: 'usual' });
    expect(shortcuts.registered()).toEqual(['Control+Shift+Space']);
    keeper.follow({ quickKeys: 'Alt+Shift+C' });
    expect(shortcuts.registered()).toEqual(['Alt+Shift+C']);
    keeper.follow({ quickKeys: 'off' });
    expect(shortcuts.registered()).toEqual([]);
    expect(keeper.state()).toMatchObject({ state: 'off', keys: '' });
    const mac = keeperOn('darwin');
    mac.keeper.follow({ quickKeys: 'usual' });
    expect(mac.shortcuts.registered()).toEqual(['Alt+Super+Space']);
  });

  it('says that another program has its keys, and tries them again', () => {
    const { keeper, shortcuts } = keeperOn('linux');
    shortcuts.occupy('Control+Shift+Space');
    keeper.follow({ quickKeys: 'usual' });
    expect(keeper.state()).toEqual({
      state: 'taken',
      keys: 'Control+Shift+Space',
      usual: 'Control+Shift+Space',
      command: "'/opt/My Culvert/culvert' --quick",
    });
    shortcuts.vacate('Control+Shift+Space');
    keeper.follow({ quickKeys: 'usual' });
    expect(keeper.state().state).toBe('registered');
    keeper.release();
    expect(shortcuts.registered()).toEqual([]);
  });

  it('is given out by the desktop on Wayland, and bound to the AppImage where there is one', () => {
    const { keeper } = keeperOn('linux', { APPIMAGE: '/home/anna/Culvert.AppImage' }, true);
    keeper.follow({ quickKeys: 'usual' });
    expect(keeper.state()).toMatchObject({
      state: 'portal',
      command: '/home/anna/Culvert.AppImage --quick',
    });
  });

  it('ignores keys that the desktop still sends after others were chosen', () => {
    const { keeper, shortcuts, pressed } = keeperOn('linux', {}, true);
    keeper.follow({ quickKeys: 'Alt+Shift+C' });
    keeper.follow({ quickKeys: 'Alt+Shift+V' });
    shortcuts.press('Alt+Shift+C');
    expect(pressed()).toBe(0);
    shortcuts.press('Alt+Shift+V');
    expect(pressed()).toBe(1);
    keeper.follow({ quickKeys: 'off' });
    shortcuts.press('Alt+Shift+V');
    expect(pressed()).toBe(1);
  });

  it('says on Wayland too that its keys were refused, as where there is no portal', () => {
    const { keeper, shortcuts } = keeperOn('linux', {}, true);
    shortcuts.occupy('Control+Shift+Space');
    keeper.follow({ quickKeys: 'usual' });
    expect(keeper.state().state).toBe('taken');
  });

  it.each([
    [
      'a file with signs of the shell',
      { APPIMAGE: "/home/$(id)/it's" },
      "'/home/$(id)/it'\\''s' --quick",
    ],
    ['a Flatpak', { FLATPAK_ID: 'app.culvert.culvert' }, 'flatpak run app.culvert.culvert --quick'],
  ])('shows the command by which %s is started', (_, environment, command) => {
    expect(keeperOn('linux', environment).keeper.state().command).toBe(command);
  });

  it('leaves its keys alone while others are chosen', () => {
    const { keeper, globalShortcut } = keeperOn('linux');
    keeper.setChoosing(true);
    expect(globalShortcut.isSuspended()).toBe(true);
    keeper.setChoosing(false);
    expect(globalShortcut.isSuspended()).toBe(false);
  });

  it('opens nothing while others are chosen, though the desktop sends its keys', () => {
    const { keeper, shortcuts, pressed } = keeperOn('linux', {}, true);
    keeper.follow({ quickKeys: 'Alt+Shift+C' });
    keeper.setChoosing(true);
    shortcuts.press('Alt+Shift+C');
    expect(pressed()).toBe(0);
    keeper.setChoosing(false);
    shortcuts.press('Alt+Shift+C');
    expect(pressed()).toBe(1);
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

import { EventEmitter } from 'node:events';
import type { Menu, NativeImage, Tray } from 'electron';
import { describe, expect, it } from 'vitest';
import { connectionPath } from '#core/connections/connection.ts';
import { createTray } from '#electron/tray/tray.ts';
import { manualClock } from '#test/core/fakes.ts';
import { createFakeCore } from '#test/electron/fake-core.ts';
import { createMenuModule, type StandInMenu } from '#test/stand-in/electron/menus.ts';

/** A tray on this system where no notification is shown, what stood beside its icon, and the pages it led to. */
function openTray(platform: NodeJS.Platform) {
  const titles: string[] = [];
  const pages: string[] = [];
  const clicks: (() => void)[] = [];
  const clock = manualClock(0);
  let menu: StandInMenu | undefined;
  class RecordingTray extends EventEmitter {
    setContextMenu(shown: StandInMenu): void {
      menu = shown;
    }
    setTitle(title: string): void {
      titles.push(title);
    }
    setToolTip(): void {
      // Not looked at here.
    }
  }
  const core = createFakeCore();
  createTray({
    core,
    clock,
    shell: {
      notify: (_title, _body, onClick, onFailed) => {
        if (onClick !== undefined) clicks.push(onClick);
        onFailed?.();
      },
    },
    show: (path) => void pages.push(path),
    quit: () => undefined,
    quick: { show: () => undefined },
    Tray: RecordingTray as unknown as new (image: NativeImage) => Tray,
    Menu: createMenuModule() as unknown as Pick<typeof Menu, 'buildFromTemplate'>,
    nativeImage: { createFromPath: () => undefined as never },
    platform,
    icons: '',
  });
  return {
    titles,
    pages,
    clicks,
    clock,
    copy: (label: string) => menu?.choose(label),
    core,
    menu: () => menu,
  };
}

describe('a copy from the tray where the system shows no notifications', () => {
  it('is said beside the icon on macOS for a moment', async () => {
    const { titles, clock, copy } = openTray('darwin');
    copy('Home & away');
    await expect.poll(() => titles).toEqual(['Copied: Home & away']);
    await clock.advance(4000);
    expect(titles).toEqual(['Copied: Home & away', '']);
  });
});

describe('a click on the notification of a copy that does not work from here', () => {
  it.each([
    ['opens its page where no other is known to work', 'a1', connectionPath('config:3')],
    ['opens what is there where another account is open by then', 'a2', ''],
  ])('%s', async (_what, account, page) => {
    const { core, copy, clicks, pages } = openTray('linux');
    const [favourite, ...others] = core.tray().favourites;
    if (favourite === undefined) expect.fail('There are no favourites.');
    const failing = { ...favourite, key: 'config:3' };
    const working = account === 'a1' ? {} : { working: { ...failing, place: '' } };
    core.change((state) => ({ ...state, favourites: [failing, ...others], ...working }));
    copy('Home & away');
    await expect.poll(() => clicks).toHaveLength(1);
    core.account = account;
    clicks[0]?.();
    expect(pages).toEqual([page]);
  });
});

describe('an open menu of the tray', () => {
  it.each([
    ['stays as it is on macOS until the user closes it', 'darwin', true],
    ['is kept current by the desktop on Linux', 'linux', false],
  ] as const)('%s', async (_what, platform, stays) => {
    const { core, menu, clock } = openTray(platform);
    const open = menu();
    open?.emit('menu-will-show');
    core.change((state) => ({ ...state, favourites: [] }));
    expect(menu() === open).toBe(stays);
    open?.emit('menu-will-close');
    await clock.advance(1);
    expect(menu()?.seen.map(({ label }) => label)).not.toContain('Home & away');
  });
});

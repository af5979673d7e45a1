import { describe, expect, it } from 'vitest';
import { hasLittleSharedMemory, prepareStart } from '#electron/window/start-window.ts';
import { createCommandLine } from '#test/stand-in/electron/command-line.ts';
import { createTestShell } from './test-shell.ts';

const shell = createTestShell();

const labels = () => shell.standIn.tray()?.menu?.seen.map(({ label }) => label) ?? [];

describe('the IPC', () => {
  it('carries calls to the core, and events to the page until it listens no more', async () => {
    await shell.start();
    const page = await shell.openPage();
    expect(await page.evaluate(`culvert.call('sync.get', { a: 1 })`)).toEqual({
      ok: true,
      value: { name: 'sync.get' },
    });
    expect(shell.core.calls).toContainEqual(['call', 'sync.get', { a: 1 }]);
    await page.evaluate(`(() => {
      globalThis.removed = [];
      culvert.listen('app.navigate', (event) => removed.push(event.path))();
      globalThis.received = new Promise((resolve) => culvert.listen('app.navigate', resolve));
    })()`);
    shell.core.emit('app.navigate', { path: '/settings' });
    expect(await page.evaluate('globalThis.received')).toEqual({ path: '/settings' });
    expect(await page.evaluate('globalThis.removed')).toEqual([]);
  });
});

describe('the tray', () => {
  it('copies without a window, and notifies', async () => {
    await shell.start('--hidden');
    expect(shell.standIn.windows()).toEqual([]);
    shell.standIn.tray()?.menu?.choose('Home & away');
    await expect
      .poll(() => shell.notifications)
      .toEqual([
        { title: 'Copied: Home & away', body: 'The URL leaves the clipboard in 60 seconds.' },
      ]);
    expect(shell.core.calls).toContainEqual(['copyFromTray', 'config:1', undefined]);
    shell.core.change((state) => ({
      ...state,
      favourites: state.favourites.map((each) =>
        each.key === 'config:1' ? { ...each, key: 'config:3' } : each,
      ),
    }));
    shell.standIn.tray()?.menu?.choose('Home & away');
    await expect
      .poll(() => shell.notifications[1]?.body)
      .toMatch(
        /^It does not work from here. The URL leaves the clipboard in 60 seconds. Its key is on “phone” already.*Click to see the connection\.$/,
      );
    const [working] = shell.core.tray().expiring;
    shell.core.change((state) => ({
      ...state,
      ...(working && { working: { ...working, place: '' } }),
    }));
    shell.click();
    await expect.poll(() => shell.notifications[2]?.title).toBe('Copied: Home · 42 ms from here');
    shell.standIn.tray()?.menu?.choose('Gone');
    await expect.poll(() => shell.notifications[3]?.title).toBe('Nothing was copied');
  });

  it('is drawn again only when its content has changed', async () => {
    await shell.start('--hidden');
    const menu = shell.standIn.tray()?.menu;
    shell.core.change((state) => ({ ...state, sync: { ...state.sync, refreshing: true } }));
    expect(shell.standIn.tray()?.menu).toBe(menu);
    shell.core.change((state) => ({
      ...state,
      settings: { ...state.settings, resolvedLanguage: 'ru' },
    }));
    expect(labels()[0]).toBe('Скопировать избранное');
  });

  it('has an icon for each state, and each file exists', async () => {
    await shell.start('--hidden');
    const picture = () => shell.standIn.tray()?.image;
    const file = () => picture()?.path.replaceAll('\\', '/');
    expect(file()).toMatch(/tray\/tray-expiring\.png$/);
    expect(picture()?.isEmpty()).toBe(false);
    shell.core.change((state) => ({ ...state, sync: { ...state.sync, network: 'offline' } }));
    expect(file()).toMatch(/tray\/tray-offline\.png$/);
    expect(picture()?.isEmpty()).toBe(false);
    shell.core.change((state) => ({ ...state, signedIn: false }));
    expect(file()).toMatch(/tray\/tray\.png$/);
    expect(picture()?.isEmpty()).toBe(false);
  });

  it('pauses the updates, and locks at once', async () => {
    await shell.start('--hidden');
    shell.standIn.tray()?.menu?.choose('Pause updates');
    expect(shell.core.calls).toContainEqual(['call', 'sync.pause', { paused: true }]);
    shell.standIn.tray()?.menu?.choose('Lock now');
    expect(shell.core.calls).toContainEqual(['call', 'session.lock', {}]);
  });
});

describe('a notification', () => {
  it('is shown without a window, and a click opens its page, which hears of it once it listens', async () => {
    await shell.start('--hidden');
    shell.core.notify({ kind: 'inbox', count: 2, path: '/inbox' });
    expect(shell.notifications).toEqual([
      { title: 'New messages from the service: 2', body: 'Click to read.' },
    ]);
    expect(shell.standIn.windows()).toEqual([]);
    shell.click();
    const page = await shell.openPage();
    const received = await page.evaluate(
      `new Promise((resolve) => culvert.listen('app.navigate', resolve))`,
    );
    expect(received).toEqual({ path: '/inbox' });
  });

  it('that offers another connection copies it by a click', async () => {
    await shell.start('--hidden');
    const copy = { key: 'config:2', title: 'Outline' };
    const path = '/connections/config:2';
    shell.core.notify({ kind: 'stopped-here', title: 'Phone', others: 0, path, copy });
    expect(shell.core.calls).not.toContainEqual(['copyFromTray', 'config:2', undefined]);
    shell.click();
    expect(shell.core.calls).toContainEqual(['copyFromTray', 'config:2', undefined]);
  });

  it('of another account than the open one opens no page of this one, and copies nothing', async () => {
    await shell.start('--hidden');
    const copy = { key: 'config:5', title: 'Outline' };
    const path = '/connections/config:5';
    shell.core.notify({ kind: 'back-here', title: 'Outline', others: 0, path, copy });
    shell.core.account = 'a2';
    shell.click();
    expect(shell.core.calls).not.toContainEqual(['copyFromTray', 'config:5', undefined]);
    const page = await shell.openPage();
    await page.evaluate(
      `globalThis.paths = []; culvert.listen('app.navigate', ({ path }) => void paths.push(path))`,
    );
    shell.core.emit('app.navigate', { path: '/devices' });
    await expect.poll(() => page.evaluate('paths.at(-1)')).toBe('/devices');
    expect(await page.evaluate('paths')).toEqual(['/devices']);
  });
});

describe('a second start of the program', () => {
  it('shows the window of the first', async () => {
    await shell.start('--hidden');
    expect(shell.standIn.windows()).toEqual([]);
    shell.standIn.app.emit('second-instance', {}, [], '', undefined);
    await shell.openPage();
  });

  function prepareWith(...switches: string[]) {
    const steps: string[] = [];
    const app = {
      setPath: (name: string, folder: string) => void steps.push(`${name} ${folder}`),
      commandLine: createCommandLine(switches),
      on: () => app,
      enableSandbox: () => void steps.push('sandbox'),
    };
    const protocol = { registerSchemesAsPrivileged: () => void steps.push('scheme') };
    const Menu = { setApplicationMenu: () => void steps.push('menu') };
    const electron = { app, protocol, Menu } as unknown as Parameters<typeof prepareStart>[0];
    prepareStart(electron, { profile: '/profile', hasUpdates: false });
    return steps;
  }

  it('sets the profile first, and asks for every sandbox unless it was started without', () => {
    expect(prepareWith()).toEqual(['userData /profile', 'scheme', 'menu', 'sandbox']);
    expect(prepareWith('--no-sandbox')).toEqual(['userData /profile', 'scheme', 'menu']);
  });
});

describe('logging off from Windows', () => {
  it('ends what must not outlive the program, at once and without a quit', async () => {
    await shell.start();
    await shell.openPage();
    shell.standIn.windows()[0]?.setBounds({ x: 100, y: 200, width: 1000, height: 700 });
    shell.standIn.app.logOff();
    expect(shell.exits).toEqual([0]);
    expect(shell.core.calls).toContainEqual(['endSession']);
    expect(shell.core.calls).not.toContainEqual(['stop']);
    expect(shell.files.texts.get('window.json')).toContain('"x":100,"y":200,"width":1000');
  });
});

describe('quitting', () => {
  it('waits for the core to stop', async () => {
    await shell.start('--hidden');
    const stop = Promise.withResolvers<undefined>();
    shell.core.stopping = stop.promise;
    shell.standIn.tray()?.menu?.choose('Quit');
    expect(shell.core.calls).toContainEqual(['closeDialogs']);
    await shell.clock.advance(4999);
    expect([shell.core.calls.at(-1), shell.exits]).toEqual([['stop'], []]);
    stop.resolve(undefined);
    await expect.poll(() => shell.exits).toEqual([0]);
  });

  it('does not wait for a core that never stops', async () => {
    await shell.start('--hidden');
    shell.core.stopping = new Promise(() => undefined);
    shell.standIn.app.quit();
    await shell.clock.advance(5000);
    expect(shell.exits).toEqual([0]);
  });
});

describe.runIf(process.platform === 'linux')('the memory that Chromium shares', () => {
  it('is too little where there is none, and enough on a computer with a desktop', () => {
    expect(hasLittleSharedMemory('/proc')).toBe(true);
    expect(hasLittleSharedMemory('/no/such/folder')).toBe(true);
    // Any disk is larger.
    expect(hasLittleSharedMemory('/')).toBe(false);
  });
});

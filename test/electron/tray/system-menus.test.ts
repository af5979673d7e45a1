import { beforeEach, describe, expect, it } from 'vitest';
import { createDockMenu } from '#electron/tray/dock-menu.ts';
import { fail } from '#contract/failure.ts';
import { manualClock } from '#test/core/fakes.ts';
import { createFakeCore, type FakeCore } from '#test/electron/fake-core.ts';
import { createMenuModule } from '#test/stand-in/electron/menus.ts';
import { createDock } from '#test/stand-in/electron/system-menus.ts';

let core: FakeCore;
let notified: string[];
let shown: string[];
beforeEach(() => {
  core = createFakeCore();
  notified = [];
  shown = [];
});

const parts = () => ({
  core,
  clock: manualClock(0),
  shell: { notify: (title: string) => void notified.push(title) },
  show: (path: string) => void shown.push(path),
  quit: () => undefined,
  quick: { show: () => undefined },
});

describe('the menu of the Dock', () => {
  function open() {
    const dock = createDock();
    createDockMenu({ ...parts(), dock: dock as never, Menu: createMenuModule() as never });
    return dock;
  }
  const labels = (dock: ReturnType<typeof open>) => dock.seen().map(({ label }) => label);

  it('names what the tray names, and copies it', async () => {
    const dock = open();
    expect(labels(dock)).toEqual(['Copy a favourite', 'Home & away', 'Gone']);
    dock.choose('Home & away');
    await expect.poll(() => notified).toEqual(['Copied: Home & away']);
    expect(core.calls).toContainEqual(['copyFromTray', 'config:1', undefined]);
  });

  it('copies one that works, says how fast it is, and leads to the question before the first check', async () => {
    const dock = open();
    core.change((state) => ({ ...state, search: 'possible' }));
    dock.choose('Find one that works');
    await expect.poll(() => notified).toEqual(['Copied: Home · 42 ms from here']);
    core.working = fail('not-found', { reason: 'none-works' });
    dock.choose('Find one that works');
    await expect.poll(() => notified).toContain('Nothing was copied');
    core.working = fail('declined');
    dock.choose('Find one that works');
    await expect.poll(() => shown).toEqual(['/connections?find']);
  });

  it.each([
    ['locked', (state: ReturnType<FakeCore['tray']>) => ({ ...state, locked: true })],
    ['signed out', (state: ReturnType<FakeCore['tray']>) => ({ ...state, signedIn: false })],
    [
      'to name no connection there',
      (state: ReturnType<FakeCore['tray']>) => ({
        ...state,
        settings: { ...state.settings, trayShows: 'none' as const },
      }),
    ],
  ])('is empty when Culvert is %s', (_how, change) => {
    const dock = open();
    core.change(change);
    expect(labels(dock)).toEqual([]);
  });
});

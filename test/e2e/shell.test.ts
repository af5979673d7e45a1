import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLauncher, type Driver, type Launcher } from './driver.ts';
import { patient } from '#test/patient.ts';

let launcher: Launcher;
let culvert: Driver;

beforeAll(async () => {
  launcher = await createLauncher();
  culvert = await launcher.launch();
  const page = await culvert.page();
  // The last thing that a fresh profile loads.
  await page.waitForSelector('#app form input');
});
afterAll(async () => {
  await launcher.close();
});

describe('the window as it ships', () => {
  it('keeps to its policy and sends requests to nobody else', async () => {
    expect(culvert.policyViolations()).toEqual([]);
    expect(culvert.consoleErrors()).toEqual([]);
    expect(await culvert.requestsElsewhere()).toEqual([]);
  });

  it('has no way out but IPC, which is frozen', async () => {
    const page = await culvert.page();
    const seen = await page.evaluate(`({
      ipc: Object.keys(window.culvert).sort(),
      frozen: Object.isFrozen(window.culvert),
      leaks: ['require', 'process', 'module', 'Buffer', 'ipcRenderer', 'electron']
        .filter((name) => name in window),
    })`);
    expect(seen).toEqual({ ipc: ['call', 'listen'], frozen: true, leaks: [] });
  });

  it('receives only events of the contract', async () => {
    const page = await culvert.page();
    const listened =
      await page.evaluate(`['sync.changed', 'constructor', '__proto__', 'nothing'].map((name) => {
      try { window.culvert.listen(name, () => {}); return 'heard'; } catch (error) { return error.message; }
    })`);
    expect(listened).toEqual([
      'heard',
      'listen: no such event',
      'listen: no such event',
      'listen: no such event',
    ]);
  });

  it('answers a call that is none with a failure, not with an error', async () => {
    const page = await culvert.page();
    const answer = await page.evaluate(`window.culvert.call('constructor', {})`);
    expect(answer).toMatchObject({ ok: false, failure: { kind: 'invalid-input' } });
  });

  it('stays where it is, whatever its page tries', async () => {
    const page = await culvert.page();
    const before = page.url();
    await page.evaluate(`void window.open('https://example.com/')`);
    await page.evaluate(`void (location.href = 'https://example.com/away')`);
    await page.evaluate(`(() => {
      const link = document.createElement('a');
      link.href = URL.createObjectURL(new Blob(['x']));
      link.download = 'x.txt';
      link.click();
    })()`);
    expect(page.url()).toBe(before);
    expect(await page.evaluate(`window.culvert.call('app.info', {})`)).toMatchObject({ ok: true });
  });

  it('hides when it is closed, and comes back when Culvert is started again', async () => {
    await culvert.closeWindow();
    expect(await culvert.isWindowVisible()).toBe(false);
    await culvert.openWindow();
    expect(await culvert.isWindowVisible()).toBe(true);
  });

  it('can start in the tray, and be opened from there', async () => {
    await culvert.quit();
    await culvert.restart({ args: ['--hidden'] });
    expect(await culvert.isWindowVisible()).toBe(false);
    const labels = (await culvert.trayItems()).map(({ label }) => label);
    expect(labels).toContain('Quit');
    await culvert.clickTray(labels[0] ?? '');
    await expect.poll(() => culvert.isWindowVisible(), patient).toBe(true);
  });

  it('quits in order', async () => {
    expect(await culvert.quit()).toBe(0);
  });
});

import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type * as Electron from 'electron';
import { createTestFixture, main } from './test-fixture.ts';
import { startProgram } from './driver/program.ts';
import { createStandIn } from './driver/stand-in.ts';
import { patient } from '#test/patient.ts';
import { isDeep } from '#test/simulator/deep.ts';

const fixture = createTestFixture();

describe.runIf(isDeep)('the stand-in’s controls', () => {
  beforeEach(fixture.open);
  afterEach(fixture.close);

  it('show the tray’s menu and click its items', async () => {
    const items = await fixture.program.controls.trayItems();
    expect(items.map(({ label }) => label)).toEqual(['Salt & Pepper', '', 'More', 'Dim']);
    await fixture.program.controls.chooseTray('Salt & Pepper');
    expect(await fixture.program.controls.clipboardText()).toBe('from the tray');
    await fixture.program.controls.chooseTray('Deep');
    expect(await fixture.program.controls.clipboardFormats()).toEqual(
      new Map([
        ['text/plain', 'deep'],
        ['x/mark', 'm'],
      ]),
    );
    expect(
      (await fixture.program.controls.records()).notifications.map(({ body }) => body),
    ).toEqual(['from the tray', 'deep']);
    await expect(fixture.program.controls.chooseTray('Dim')).rejects.toThrow('no line of the menu');
  });

  it('answer the save dialog once, as prepared', async () => {
    await fixture.program.controls.answerSave('/tmp/chosen.txt');
    expect(await fixture.inPage((exposed) => exposed.invoke('save'))).toBe('/tmp/chosen.txt');
    expect(await fixture.inPage((exposed) => exposed.invoke('save'))).toBeNull();
    expect(await fixture.program.controls.savesSuggested()).toEqual(['a.txt', 'a.txt']);
  });

  it('disconnect the program from the network and reconnect it', async () => {
    const server = createServer((_request, response) => response.end('here'));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/`;
    const ask = () =>
      fixture.page.evaluate(`globalThis.fixture.invoke('fetch', ${JSON.stringify(address)})`);
    expect(await ask()).toBe(200);
    await fixture.program.controls.setOnline(false);
    expect(await ask()).toMatch(/ENETUNREACH|ECONNRESET/);
    await fixture.program.controls.setOnline(true);
    expect(await ask()).toBe(200);
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  it('hide a window that prevents closing, and show it at a second start', async () => {
    await fixture.program.controls.closeWindow();
    expect(await fixture.program.controls.windows()).toMatchObject([{ visible: false }]);
    await expect(
      startProgram({ browser: fixture.browser, main, args: [`--profile=${fixture.profile}`] }),
    ).rejects.toThrow('the program ended with 0');
    await expect
      .poll(() => fixture.program.controls.windows(), patient)
      .toMatchObject([{ visible: true }]);
  });

  it('start again on the profile of a killed program', async () => {
    const holder = readFileSync(join(fixture.profile, 'stand-in.lock'), 'utf8');
    await fixture.program.kill();
    await fixture.start();
    expect(readFileSync(join(fixture.profile, 'stand-in.lock'), 'utf8')).not.toBe(holder);
    expect(await fixture.page.textContent('h1')).toBe('Fixture');
  });

  it('let the program go on after a rejection that nobody awaits, and warn as Electron does', async () => {
    await fixture.inPage((exposed) => exposed.invoke('reject'));
    await expect
      .poll(() => fixture.program.output(), patient)
      .toContain('UnhandledPromiseRejectionWarning: Error: nobody waits');
    expect(await fixture.inPage((exposed) => exposed.invoke('echo', 1))).toBe(1);
  });

  it('close the program’s windows when it quits', async () => {
    await fixture.program.controls.quit().catch(() => undefined);
    expect(await fixture.program.exited).toBe(0);
    await expect.poll(() => fixture.page.isClosed(), patient).toBe(true);
  });
});

describe.runIf(isDeep)('the stand-in’s machine', () => {
  function standInFor({ asRoot, args }: { asRoot: boolean; args: string[] }) {
    const engine = {
      open: () => Promise.reject(new Error('no windows here')),
      close: () => Promise.resolve(),
    };
    const exit = () => undefined;
    return createStandIn({ engine, main, attended: false, exit, asRoot, args });
  }

  it('does not start for root with Chromium’s sandbox', () => {
    expect(() => standInFor({ asRoot: true, args: [] })).toThrow('Running as root');
    expect(() => standInFor({ asRoot: false, args: [] })).not.toThrow();
  });

  it('ends the processes of a program that enables the sandbox for root', async () => {
    const utility = join(import.meta.dirname, 'fixture/utility.ts');
    for (const [asRoot, ends] of [
      [true, true],
      [false, false],
    ] as const) {
      const standIn = standInFor({ asRoot, args: ['--no-sandbox'] });
      standIn.app.enableSandbox();
      expect(standIn.app.commandLine.hasSwitch('no-sandbox')).toBe(false);
      standIn.app.becomeReady();
      const { utilityProcess } = standIn.electron as typeof Electron;
      const child = utilityProcess.fork(utility, [], { stdio: 'ignore' });
      const ended = new Promise((resolve) => child.once('exit', () => resolve('ended')));
      const answered = new Promise((resolve) => child.once('message', () => resolve('answered')));
      child.postMessage('here?');
      expect(await Promise.race([ended, answered])).toBe(ends ? 'ended' : 'answered');
      child.kill();
    }
  });

  it('refuses a path that is relative', () => {
    const { app } = standInFor({ asRoot: false, args: [] });
    expect(() => {
      app.setPath('userData', 'profile');
    }).toThrow('Path must be absolute');
  });
});

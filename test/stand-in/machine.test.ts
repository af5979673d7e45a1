import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type * as Electron from 'electron';
import { createStandIn } from './driver/stand-in.ts';
import { isDeep } from '#test/simulator/deep.ts';

const main = join(import.meta.dirname, 'conformance/main.mjs');

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
});

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { installedElectron } from '#build/run/machine/electron.js';
import { startOnElectron, startSecondOnElectron } from '#test/e2e/electron-program.ts';
import { earlyCases } from './conformance/early-cases.mjs';
import { mainCases } from './conformance/main-cases.mjs';
import { pageCases } from './conformance/page-cases.mjs';
import { windowCases } from './conformance/window-cases.mjs';
import { startProgram, startSecond, type Program } from './driver/program.ts';
import { sharedChromium } from './engine/engine.ts';

const main = join(import.meta.dirname, 'conformance/main.mjs');
const electron = installedElectron();

/** How long all cases may take, milliseconds: a busy machine is slow. */
const patience = 60_000;

/** What a line of the program says, once it has said it. */
async function said(program: Program, name: string): Promise<unknown> {
  const line = await vi.waitFor(() => {
    const found = program
      .output()
      .split('\n')
      .find((one) => one.startsWith(`${name} `));
    if (found === undefined) throw new Error(`no line of ${name}:\n${program.output()}`);
    return found;
  }, patience);
  return JSON.parse(line.slice(name.length + 1));
}

/** The stand-in always, and Electron beside it where its binary is. */
const runtimes: readonly { readonly name: string; readonly executablePath?: string }[] = [
  { name: 'the stand-in' },
  ...(electron === undefined ? [] : [{ name: 'Electron', executablePath: electron }]),
];

describe.each(runtimes)('on $name', ({ executablePath }) => {
  const args: string[] = [];
  let profile: string;
  let program: Program;
  let results: Record<string, unknown>;

  beforeAll(async () => {
    profile = mkdtempSync(join(tmpdir(), 'culvert-conformance-'));
    args.push(`--profile=${profile}`, '--conformance=given');
    if (executablePath === undefined) {
      program = await startProgram({ browser: await sharedChromium(), main, args });
    } else program = await startOnElectron({ executablePath, main, args });
    results = (await said(program, 'results')) as typeof results;
  }, 2 * patience);
  afterAll(async () => {
    await program.kill();
    rmSync(profile, { recursive: true, force: true });
  });

  it.each([...earlyCases, ...mainCases, ...pageCases, ...windowCases])(
    '$title',
    ({ title, expected }) => {
      expect(results[title]).toEqual(expected);
    },
  );

  it('a second start ends, and the first one receives its arguments, and null without data', async () => {
    const second = { main, args: [...args, '--second'] };
    const { code } = await (executablePath === undefined
      ? startSecond(second)
      : startSecondOnElectron({ ...second, executablePath }));
    expect(code).toBe(0);
    expect(await said(program, 'second')).toEqual({
      isAsked: true,
      folder: 'string',
      data: null,
    });
  });
});

import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startService, type RunningService } from '#service/service.ts';
import { startKeychain, type Keychain } from '#test/adapters/keychain/keychain.ts';
import { filesBelow, readIfThere } from '#test/files-below.ts';
import { signIn } from './connections-page.ts';
import { createLauncher, type Driver, type Launcher } from './driver.ts';
import { patient } from '#test/patient.ts';
import { sampled } from '#test/simulator/deep.ts';
import { folderOfAFile } from '#test/temporary-folder.ts';

let keychain: Keychain;
let service: RunningService;
let launcher: Launcher;
let culvert: Driver;
let canaries: string[];
/** Every default place that a program writes to. */
const root = folderOfAFile();
const folder = (name: string) => join(root, name);

/** A process may have ended meanwhile, or be somebody else's. */
const ofProcess = (pid: string, what: string) => readIfThere(`/proc/${pid}/${what}`, 'latin1');

beforeAll(async () => {
  // What the system itself writes of a crash is not Culvert's: it is off for all that starts here.
  if (process.platform === 'linux')
    execFileSync('prlimit', ['--core=0', '--pid', String(process.pid)]);
  for (const name of ['profile', 'cwd', 'home', 'tmp']) mkdirSync(folder(name), { mode: 0o700 });
  keychain = await startKeychain();
  service = await startService();
  launcher = await createLauncher();
  const env = { ...keychain.env, HOME: folder('home'), TMPDIR: folder('tmp') };
  culvert = await launcher.launch({ profile: folder('profile'), cwd: folder('cwd'), env });
  await signIn(culvert, service);
  const urls = service.control.account().configs.map(({ connection_url }) => connection_url);
  canaries = [service.key.slice(13), ...urls];
});
afterAll(async () => {
  await launcher.close();
  await service.close();
  await keychain.stop();
});

describe.runIf(process.platform === 'linux')('of what is in memory, nothing is on the disk', () => {
  /** Brings secrets into the memory of main, and one of them into that of the window. */
  async function showOne(): Promise<void> {
    const page = await culvert.page();
    await page.getByRole('row').first().waitFor(patient);
    await page.getByRole('row').nth(1).click();
    await page
      .locator('[data-secret]')
      .getByRole('button', { name: /^Reveal/ })
      .click(patient);
  }

  function expectNothing(): void {
    expect(canaries.length).toBeGreaterThan(8);
    const files = filesBelow(root);
    expect(files.length).toBeGreaterThan(2);
    const holding = files.filter((file) => {
      const text = readFileSync(file, 'latin1');
      return canaries.some((canary) => text.includes(canary));
    });
    expect(holding).toEqual([]);
    expect(filesBelow(folder('cwd'))).toEqual([]);
    expect(files.filter((file) => /\.dmp$|\.heapsnapshot$|report\.\d|\/core/.test(file))).toEqual(
      [],
    );
  }

  it('nor in the arguments or the environment of a process of Culvert’s', async () => {
    await showOne();
    const texts = readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map((pid) => ofProcess(pid, 'cmdline') + ofProcess(pid, 'environ'))
      // The home that it has, and gives to what it starts, is no other program's.
      .filter((text) => text.includes(root));
    expect(texts.length).toBeGreaterThan(0);
    expect(texts.filter((text) => canaries.some((canary) => text.includes(canary)))).toHaveLength(
      0,
    );
  });

  it.each(sampled(['SIGSEGV', 'SIGABRT', 'SIGUSR2'] as const, 1))(
    'after main was ended by %s',
    async (signal) => {
      await showOne();
      await culvert.kill(signal);
      expectNothing();
      await culvert.restart();
    },
  );

  it('after an exception in main that nothing caught, whatever its words', async () => {
    await showOne();
    await culvert.throwInMain(`of a secret: ${canaries.join(' ')}`);
    await culvert.throwInMain(`of a secret: ${canaries.join(' ')}`);
    const uncaught = () =>
      readFileSync(join(folder('profile'), 'logs/culvert.log'), 'utf8').match(/main\.uncaught/g);
    await expect.poll(uncaught).toHaveLength(2);
    // A box of ours says so once, whose text is written out here, and not Electron's with its stack.
    const output = culvert.output();
    expect(output.match(/Something went wrong in Culvert/g)).toHaveLength(1);
    expect(output).not.toContain('JavaScript error');
    expect(canaries.filter((canary) => output.includes(canary))).toEqual([]);
    expect(await culvert.isWindowVisible()).toBe(true);
    await culvert.kill();
    expectNothing();
  });
});

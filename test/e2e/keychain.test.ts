import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startService, type RunningService } from '#service/service.ts';
import { startKeyring, type Keyring } from '#test/adapters/keychain/keyring.ts';
import { runs } from '#test/run/process-state.ts';
import { createLauncher, type Driver, type Launcher } from './driver.ts';
import { patient } from '#test/patient.ts';

let keyring: Keyring;
let service: RunningService;
let launcher: Launcher;
let culvert: Driver;
const profile = mkdtempSync(join(tmpdir(), 'culvert-keychain-'));

interface Process {
  readonly pid: number;
  readonly parent: number;
  readonly command: string;
}

function processes(): Process[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const parent = /^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${name}/status`, 'utf8'));
        const command = readFileSync(`/proc/${name}/cmdline`, 'utf8');
        return [{ pid: Number(name), parent: Number(parent?.[1]), command }];
      } catch {
        // It has ended meanwhile.
        return [];
      }
    });
}

/** The processes that Culvert's main process has started. */
function started(): number[] {
  const all = processes();
  const mains = all.filter(({ command }) => command.includes(`--profile=${profile}`));
  return all.filter(({ parent }) => mains.some(({ pid }) => pid === parent)).map(({ pid }) => pid);
}

/** An IPC call as the window makes it. */
async function call(name: string, input: object): Promise<unknown> {
  const page = await culvert.page();
  return page.evaluate(`culvert.call(${JSON.stringify(name)}, ${JSON.stringify(input)})`);
}

/** Stores a login in the keychain, for a proxy that does not exist; main asks about each login. */
async function keepLogin(): Promise<unknown> {
  const choosing = call('network.setProxy', {
    kind: 'http',
    host: '127.0.0.1',
    port: 9,
    login: { user: 'a user', password: 'a word' },
  });
  await culvert.confirm();
  return await choosing;
}
const login = (where: string) => ({ ok: true, value: { proxy: { login: where } } });

describe.runIf(process.platform === 'linux')('the keychain of a Culvert that runs', () => {
  beforeAll(async () => {
    keyring = await startKeyring();
    service = await startService();
    launcher = await createLauncher();
    culvert = await launcher.launch({ profile, env: keyring.env });
  });
  afterAll(async () => {
    await launcher.close();
    await service.close();
    await keyring.stop();
    rmSync(profile, { recursive: true, force: true });
  });

  it('stores what the window asks for', async () => {
    await (await culvert.page()).getByLabel('Service address').waitFor(patient);
    expect(await keepLogin()).toMatchObject(login('stored'));
  });

  it('is reported as absent while its service is', async () => {
    await keyring.endService();
    expect(await keepLogin()).toMatchObject(login('memory'));
  });

  it('is available again as soon as its service is, without restarting Culvert', async () => {
    await keyring.startService();
    expect(await keepLogin()).toMatchObject(login('stored'));
    expect(await call('network.setProxy', { kind: 'none' })).toMatchObject(login('none'));
  });

  it('takes a sign-in after another restart of its service, which the next start finds', async () => {
    await keyring.endService();
    await keyring.startService();
    const page = await culvert.page();
    await page.getByLabel('Service address').fill(service.url);
    await page.getByLabel('API key', { exact: true }).fill(service.key);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await culvert.confirm();
    await page.getByRole('row').first().waitFor(patient);
    expect(await call('session.get', {})).toMatchObject({
      value: { keychain: 'ready', persistent: true },
    });
    await culvert.quit();
    await culvert.restart();
    await (await culvert.page()).getByRole('row').first().waitFor(patient);
  });

  it('leaves no process behind when Culvert is killed, in the middle of a call too', async () => {
    keyring.freeze();
    const page = await culvert.page();
    await page.evaluate(
      `void culvert.call('network.setProxy', { kind: 'http', host: '127.0.0.1', port: 9, login: { user: 'a', password: 'b' } })`,
    );
    await culvert.confirm();
    await expect.poll(() => started().length, patient).toBeGreaterThan(0);
    const all = started();
    await culvert.kill();
    for (const pid of all) await expect.poll(() => runs(pid), patient).toBe(false);
    keyring.thaw();
  });
});

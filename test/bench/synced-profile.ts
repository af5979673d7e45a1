import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { trayFlag } from '#electron/window/start-window.ts';
import { startService, type RunningService } from '#service/service.ts';
import { startKeyring } from '#test/adapters/keychain/keyring.ts';
import {
  startProgram,
  startSecond,
  type Program,
  type SecondStart,
} from '#test/stand-in/driver/program.ts';

const main = resolve(import.meta.dirname, '../../out/main/main.js');
const patienceMs = 120_000;

/** A profile of the built program that is signed in and has read every list, and what it needs. */
export interface SyncedProfile {
  readonly service: RunningService;
  /** Starts the program on it. */
  start(args?: readonly string[]): Promise<Program>;
  /** Starts it again while it runs; resolves when that has ended. */
  startAgain(args: readonly string[]): Promise<SecondStart>;
  remove(): Promise<void>;
}

/** Waits until the first rows are drawn; with `rows`, until the list has that many. */
export async function listShown(page: Page, rows = 1): Promise<void> {
  await page.waitForSelector('[role=row]', { timeout: patienceMs });
  const deadline = performance.now() + patienceMs;
  // Polled from outside: the window's policy forbids evaluating in it repeatedly.
  const counted = async () =>
    Number(await page.locator('[role=grid]').getAttribute('aria-rowcount'));
  while ((await counted()) < rows) {
    if (performance.now() > deadline) throw new Error(`the list never had ${String(rows)} rows`);
    await page.waitForTimeout(200);
  }
}

/** Ends a program as a user does. */
export async function quit(program: Program): Promise<void> {
  // The answer may be overtaken by the end.
  await program.controls.quit().catch(() => undefined);
  await program.exited;
}

/** Signs in to a service of so many configurations, whose clock and so whose statistics stand still. */
export async function createSyncedProfile(scale: number, browser: Browser): Promise<SyncedProfile> {
  const keyring = await startKeyring();
  const now = Date.now();
  const service = await startService({ scale, limits: 'off', clock: { now: () => now } });
  const profile = mkdtempSync(join(tmpdir(), 'culvert-bench-'));
  const launch = (env: NodeJS.ProcessEnv, args: readonly string[] = []) =>
    startProgram({
      browser,
      main,
      args: [`--profile=${profile}`, trayFlag, ...args],
      env: { ...keyring.env, ...env },
    });
  const synced: SyncedProfile = {
    service,
    start: (args) => launch({}, args),
    startAgain: (args) =>
      startSecond({ main, args: [`--profile=${profile}`, ...args], env: keyring.env }),
    async remove() {
      await service.close();
      await keyring.stop();
      rmSync(profile, { recursive: true, force: true });
    },
  };
  try {
    const local = JSON.stringify({ service: service.url, key: service.key });
    const first = await launch({ CULVERT_LOCAL_SIGN_IN: local });
    await listShown(await first.page(), scale);
    await quit(first);
  } catch (error) {
    await synced.remove();
    throw error;
  }
  return synced;
}

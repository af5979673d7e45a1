import type { Page } from 'playwright-core';
import type { Settings } from '#contract/ipc/settings.ts';
import type { MainProcess, Setup } from '#test/renderer/window/main-process.ts';

/** One screen in one state: how to get there. */
export interface Scene {
  readonly name: string;
  readonly setup?: Setup;
  readonly path?: string | ((main: MainProcess) => string);
  /** The quick copy window's page in place of the main one's, in that window's size. */
  readonly quick?: boolean;
  /** What a user does before the picture is taken. */
  readonly act?: (page: Page, main: MainProcess) => Promise<unknown>;
}

/** The quick copy window's page, in that window's size. */
export const quickWindow = { quick: true, width: 640, height: 440 } as const;

/** How a scene is opened, with these settings unless it has others. */
export function openScene(scene: Scene, settings: Partial<Settings>) {
  const { setup, path = '/', quick = false } = scene;
  return {
    ...(quick && quickWindow),
    path,
    setup: { ...setup, settings: { ...settings, ...setup?.settings } },
  };
}

/** The page of the user's VPN configuration with this title. */
export const connectionPage = (title: string) => (main: MainProcess) =>
  `/connections/${main.keyOf(title)}`;

/** Chooses a line of the menu of what is open, by its selector. */
export async function chooseMore(page: Page, line: string): Promise<void> {
  const menu = page.locator('article header [data-more]');
  await menu.click();
  // A menu that is opened while the page is still read may close again.
  await page
    .locator(line)
    .click({ timeout: 30_000 })
    .catch(async () => {
      await menu.click();
      await page.locator(line).click();
    });
}

/** Opens something of the page that is behind its name, such as `[data-change]`. */
export async function unfold(page: Page, name: string): Promise<void> {
  await page.locator(`${name} > summary`).click();
}

/** The page of the n-th cloud server. */
export const serverPage = (n: number) => (main: MainProcess) =>
  `/cloud-servers/${String(main.account.cloud_servers[n]?.id)}`;

/** The page of the first custom subscription. */
export const subscriptionPage = (main: MainProcess): string =>
  `/subscriptions/${String(main.account.subscriptions[0]?.id)}`;

/** Everything on the page was read a while ago, and there is no network since. */
export const offline = {
  setup: { ago: 27 * 60_000 },
  act: async (page: Page, main: MainProcess): Promise<void> => {
    await main.goOffline();
    await page.reload();
    await page.locator('h1').waitFor();
    await main.idle();
  },
};
/** The account was never read: the service does not answer, or the network is gone. */
export const unanswered: Setup = { unread: 'unanswered' };
export const unreached: Setup = { unread: 'offline' };

/** The account may not read these, by endpoint or section. */
export const forbidden = (...routes: readonly string[]): Setup => ({
  faults: routes.map((route) => `${route}:403`),
});

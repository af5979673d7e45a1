import type { Page } from 'playwright-core';
import type { RunningService } from '#service/service.ts';
import type { Launcher } from '#test/e2e/driver.ts';

/** Culvert's window on a service of the bench. */
export interface Window {
  readonly page: Page;
  readonly close: () => Promise<void>;
}

/** Culvert as it ships, signed in to a service with this many configurations, its list on screen. */
export async function openOn(
  service: RunningService,
  scale: number,
  launcher: Launcher,
  env: NodeJS.ProcessEnv,
): Promise<Window> {
  const { url, key } = service;
  const local = JSON.stringify({ service: url, key });
  const culvert = await launcher.launch({ env: { ...env, CULVERT_LOCAL_SIGN_IN: local } });
  const page = await culvert.page();
  const grid = page.locator('[role=grid]');
  await grid.waitFor({ timeout: 120_000 });
  // The whole list is there once its count says so; what follows is about showing it.
  const deadline = Date.now() + 120_000;
  while (Number(await grid.getAttribute('aria-rowcount')) < scale) {
    if (Date.now() > deadline) throw new Error(`the list never had ${String(scale)} rows`);
    await page.waitForTimeout(200);
  }
  await page.waitForTimeout(3000);
  return {
    page,
    close: async () => {
      await culvert.quit();
      await service.close();
    },
  };
}

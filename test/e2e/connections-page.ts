import type { Page } from 'playwright-core';
import { readConnectionUrl } from '#core/connections/exports/connection-url.ts';
import type { RunningService } from '#service/service.ts';
import { patient } from '#test/patient.ts';
import type { Driver } from './driver.ts';

/** A configuration as the service sends it. */
export interface Wire {
  readonly id: number;
  readonly title: string | null;
  readonly protocol: string;
  readonly connection_url: string;
  readonly awg_config?: string;
}

export const rows = (page: Page) => page.getByRole('row');
export const copyButton = (page: Page) => page.locator('article [data-copy]');
export const search = (page: Page) => page.getByRole('searchbox');

/** Signs in as a user does, and waits for the list. */
export async function signIn(culvert: Driver, { url, key }: RunningService): Promise<Page> {
  const page = await culvert.page();
  await page.getByLabel('Service address').fill(url);
  await page.getByLabel('API key', { exact: true }).fill(key);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await culvert.confirm();
  await rows(page).first().waitFor(patient);
  return page;
}

/** Navigates to its page, and waits for the address. */
export async function openConnection(page: Page, { id, connection_url }: Wire): Promise<void> {
  const path = `#/connections/${encodeURIComponent(`config:${String(id)}`)}`;
  await page.evaluate(`void (location.hash = ${JSON.stringify(path)})`);
  const { host } = readConnectionUrl(connection_url);
  await page.locator('[data-secret]').getByText(host).first().waitFor(patient);
}

export async function chooseForm(page: Page, line: string): Promise<void> {
  await page.locator('article [data-forms]').click(patient);
  await page.getByRole('menuitem', { name: line, exact: true }).click(patient);
}

export async function findByTyping(page: Page, words: string): Promise<void> {
  await page.keyboard.press('Escape');
  await search(page).fill(words);
}

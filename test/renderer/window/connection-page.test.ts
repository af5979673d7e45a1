// @vitest-environment node
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { check } from '#test/renderer/scenes/why.ts';
import { connectionPage } from '#test/renderer/scenes/scene.ts';
import { useWindow } from './in-window.ts';

const inWindow = useWindow();
const laptop = 'Ноутбук, дом';
const article = (page: Page) => page.getByRole('article', { name: 'Connection' });
const copyMain = (page: Page) => article(page).locator('[data-initial-focus]');

test('a connection’s page says how it is, then how to copy it, then whether it works from here', () =>
  inWindow({ path: connectionPage(laptop) }, async (page) => {
    await copyMain(page).waitFor();
    const headings = await article(page).locator('h2, h3:not(.sr-only), h4').allTextContents();
    expect(headings.map((each) => each.trim())).toEqual([
      laptop,
      'AmneziaWG config',
      'Other formats',
      'URL',
      'Checks from here',
      'Renewal',
      'Server load',
      'Change',
      'Server by day',
      'Details',
    ]);
  }));

test('the formats of a connection, its check and its renewal are seen at once in a usual window', () =>
  inWindow({ path: connectionPage(laptop) }, async (page) => {
    await copyMain(page).waitFor();
    for (const inView of [
      copyMain(page),
      article(page).getByRole('button', { name: 'Copy URL' }),
      article(page).getByRole('button', { name: 'Copy for Mihomo' }),
      article(page).locator('[data-check-one]'),
      article(page).getByRole('button', { name: 'Renew…' }),
    ]) {
      const box = await inView.boundingBox();
      expect((box?.y ?? 1000) + (box?.height ?? 0)).toBeLessThan(764);
    }
  }));

test('the page shows the result of a check once, and a button checks again', () =>
  inWindow({ path: connectionPage('Desktop') }, async (page, main) => {
    await check(main, 'Desktop');
    await page.mouse.move(1, 1);
    await page.locator('[data-why]').waitFor();
    const text = (await article(page).textContent()) ?? '';
    expect(text.split('Connection cut')).toHaveLength(2);
    expect(text.split('Cut when it is recognised')).toHaveLength(2);
    expect(text.split('Online')).toHaveLength(2);
    expect(text).toContain('Checked just now');
    await article(page).getByRole('button', { name: 'Check again' }).waitFor();
  }));

test('the connection of the address is shown, also while nothing more of it can be read', () =>
  inWindow(
    {
      path: connectionPage(laptop),
      setup: { commands: { 'connections.rows': 500, 'connections.get': 'never' } },
    },
    async (page) => {
      await expect.poll(() => article(page).locator('h2').textContent()).toContain(laptop);
    },
  ));

test('the page draws nothing below the formats before they are there, because they would move it', () =>
  inWindow({ setup: { commands: { 'connections.get': 'never' } } }, async (page) => {
    await page.getByRole('row').filter({ hasText: laptop }).first().click();
    await expect.poll(() => article(page).locator('h2').textContent()).toContain(laptop);
    expect(
      await article(page).getByRole('status', { name: 'Reading the connection' }).count(),
    ).toBe(1);
    expect(await article(page).locator('[data-check-one]').count()).toBe(0);
    expect(await article(page).getByText('Server load').count()).toBe(0);
  }));

test('a URL is revealed in its line, under a countdown, and its buttons stay where they are', () =>
  inWindow({ path: connectionPage(laptop) }, async (page) => {
    const line = article(page).getByRole('region', { name: 'URL' });
    const eye = line.locator('[data-reveal]');
    const before = await eye.boundingBox();
    await eye.focus();
    await page.keyboard.press('Enter');
    await line.getByText(/^awg:\/\//).waitFor();
    await line.getByText(/left$/).waitFor();
    expect((await eye.boundingBox())?.y).toBe(before?.y);
  }));

test('statistics that nothing reads while refreshing is paused do not seem to be on their way', () =>
  inWindow(
    {
      path: connectionPage(laptop),
      setup: { before: (main) => main.ask('sync.pause', { paused: true }) },
    },
    async (page) => {
      await article(page).getByText('Not read yet: refreshing is paused.').waitFor();
    },
  ));

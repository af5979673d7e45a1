import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { AmneziaVpnScanner } from '#test/core/connections/amnezia-vpn-app.ts';
import { addSignaturePacket } from './account.ts';
import type { MainProcess, Setup } from './main-process.ts';
import { inWindow } from './in-window.ts';
import { scan } from '#test/scan.ts';
import { sampled } from '#test/simulator/deep.ts';

const eye = (page: Page) => page.locator('[data-reveal]').first();
const shown = (page: Page) => page.locator('[data-secret] pre');

test('a secret stays after a short press with a countdown, and is hidden when the window loses the focus; a QR code that comes after that leaves nothing open', () =>
  inWindow({ setup: { commands: { 'secrets.qr': 1500 } } }, async (page, main) => {
    await eye(page).waitFor();
    await eye(page).focus();
    await page.keyboard.press('Enter');
    await shown(page).waitFor();
    expect(await page.locator('[data-secret]').first().textContent()).toContain('left');
    await page.evaluate(() => window.dispatchEvent(new Event('blur')));
    await shown(page).waitFor({ state: 'detached' });
    await page.locator('[data-qr-open]').click();
    await page.getByRole('dialog').waitFor();
    await page.evaluate(() => window.dispatchEvent(new Event('blur')));
    await main.idle();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  }));

describe('a QR code', () => {
  const small = 'vless://0b57ace5@nl-1.example.net:443?security=tls#Phone';
  /** As much as a code holds: 177 modules, and 8 of the quiet zone, on each side. */
  const largest = `x:${'x'.repeat(2951)}`;

  const several: Setup = {
    service: (control) => addSignaturePacket(control),
    settings: { scanApp: 'AmneziaVPN' },
  };
  const phoneIs = (link: string): Setup => ({
    service: (control) => {
      Object.assign(control.account().configs[0] ?? {}, { connection_url: link });
    },
  });

  const widthOfModule = (page: Page) =>
    page
      .locator('[data-qr]')
      .evaluate(
        (svg) =>
          svg.getBoundingClientRect().width / Number(svg.getAttribute('viewBox')?.split(' ')[2]),
      );

  test.each(
    sampled(
      [
        ['a link', small, { width: 1280, height: 800 }],
        ['as much as a code holds', largest, { width: 1280, height: 800 }],
        ['as much as a code holds, in the smallest window,', largest, { width: 940, height: 600 }],
      ],
      1,
    ),
  )('of %s is read from a screenshot at scale 1', (_what, qrText, size) =>
    inWindow({ ...size, setup: phoneIs(qrText) }, async (page) => {
      await page.getByRole('row').first().click();
      await page.locator('[data-qr-open]').click();
      await page.locator('[data-qr]').waitFor();
      expect(await widthOfModule(page)).toBeGreaterThanOrEqual(3);
      await expect.poll(() => scan(page)).toBe(qrText);
    }),
  );

  test.each(
    sampled(
      [
        ['a link', small],
        ['as much as a code holds', largest],
      ],
      1,
    ),
  )(
    'of %s is in view in a window enlarged twice, three of the screen’s pixels a module',
    (_what, qrText) =>
      inWindow({ width: 640, height: 400, setup: phoneIs(qrText) }, async (page) => {
        const enlarged = await page.context().newCDPSession(page);
        const display = { width: 640, height: 400, deviceScaleFactor: 2, mobile: false };
        await enlarged.send('Emulation.setDeviceMetricsOverride', display);
        await page.getByRole('row').first().click();
        await page.locator('[data-qr-open]').click();
        const code = page.locator('[data-qr]');
        await code.waitFor();
        const { x = -1, y = -1, width = 0, height = 0 } = (await code.boundingBox()) ?? {};
        expect([x >= 0, y >= 0, x + width <= 640, y + height <= 400]).not.toContain(false);
        expect((await widthOfModule(page)) * 2).toBeGreaterThanOrEqual(3);
        await enlarged.detach();
      }),
  );

  const draw = async (page: Page) => {
    await page.getByRole('row', { name: /^Ноутбук, дом AmneziaWG/ }).click();
    await page.getByRole('article').getByRole('heading', { name: 'Ноутбук, дом' }).waitFor();
    await page.locator('[data-qr-open]').click();
    await page.locator('[data-qr]').waitFor();
  };
  const configOf = (main: MainProcess) =>
    main.account.configs.find(({ title }) => title === 'Ноутбук, дом')?.awg_config ?? '';

  test('of an AmneziaWG configuration is that file, or for AmneziaVPN its own form, which can be remembered; it goes when the window loses the focus', () =>
    // Without the packet the code has 109 modules, which this scanner cannot read.
    inWindow(
      { setup: { service: (control) => addSignaturePacket(control, 40) } },
      async (page, main) => {
        await draw(page);
        await expect.poll(() => scan(page)).toBe(configOf(main));
        // Nobody has chosen an app that could not.
        expect(await page.getByText('does not scan this code').count()).toBe(0);
        const size = await page.getByRole('dialog').boundingBox();
        await page.getByRole('dialog').getByText('AmneziaVPN', { exact: true }).click();
        const imported = async () => new AmneziaVpnScanner().scan((await scan(page)) ?? '');
        await expect.poll(imported).toMatchObject({ description: 'Ноутбук, дом' });
        await page.getByText('Scan with AmneziaVPN on the phone').waitFor();
        expect(await page.getByRole('dialog').boundingBox()).toEqual(size);
        // The app that was picked is for this code alone, until the user says that it is always so.
        expect(main.callsOf('settings.set')).toEqual([]);
        await page.getByRole('button', { name: 'Always use AmneziaVPN' }).click();
        await expect.poll(() => main.callsOf('settings.set')).toEqual([{ scanApp: 'AmneziaVPN' }]);
        await page.keyboard.press('Escape');
        await draw(page);
        const selected = page
          .getByRole('dialog')
          .locator('label', { has: page.locator(':checked') });
        expect(await selected.innerText()).toBe('AmneziaVPN');
        await expect.poll(imported).toMatchObject({ description: 'Ноутбук, дом' });
        await page.evaluate(() => window.dispatchEvent(new Event('blur')));
        await page.locator('[data-qr]').waitFor({ state: 'detached' });
      },
    ));

  test('of a long one for AmneziaVPN is several, which turn by themselves and together are the file', () =>
    inWindow({ setup: several, reducedMotion: false }, async (page, main) => {
      await draw(page);
      const scanner = new AmneziaVpnScanner();
      const imported = async () => JSON.stringify(scanner.scan((await scan(page)) ?? ''));
      const text = JSON.stringify(JSON.stringify(configOf(main))).slice(3, -3);
      await expect.poll(imported).toContain(text);
    }));
});

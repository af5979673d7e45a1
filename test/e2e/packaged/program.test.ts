import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createKeytarProcess } from '#adapters/keychain/keytar-process.ts';
import { startHelper } from '#electron/helper-program.ts';
import { createUtilityProcessModule } from '#test/stand-in/electron/utility-process.ts';
import { launchChromium } from '#test/stand-in/engine/engine.ts';
import { startProgram } from '#test/stand-in/driver/program.ts';
import { packagedOfAFile } from './lay-out.ts';

const packaged = packagedOfAFile();

describe('the window of the packaged program', () => {
  it('refers to no address but its own and those that are only names', () => {
    const { archived, inside } = packaged();
    // Namespaces, an example in the form, a text of Vue's errors, and what zod checks text with.
    const names =
      /^https?:\/\/(?:www\.w3\.org\/|json-schema\.org\/|api\.example\.com$|vuejs\.org\/error-reference\/|\[?\$\{)/;
    for (const file of archived.filter((name) => /^out\/renderer\/.*\.(?:html|css)$/.test(name))) {
      const text = readFileSync(join(inside, file), 'utf8').replace(/\/\*.*?\*\//gs, '');
      expect(text.match(/(?:https?:)?\/\/[\w.-]+\.[a-z]{2,}/g) ?? [], file).toEqual([]);
    }
    const scripts = archived.filter((name) => /^out\/renderer\/.*\.(?:js|svg)$/.test(name));
    const addresses = scripts.flatMap(
      (file) =>
        readFileSync(join(inside, file), 'utf8').match(/\bhttps?:\/\/[^\s"'`)<>\\]+/g) ?? [],
    );
    expect([...new Set(addresses)].filter((address) => !names.test(address))).toEqual([]);
  });
});

describe('the packaged program of the keychain', () => {
  it('finds the module that is packaged with it', async () => {
    const { inside } = packaged();
    const helper = startHelper(
      { utilityProcess: createUtilityProcessModule({ ready: true }) },
      join(inside, 'out/main/keytar-helper.js'),
      'Keychain',
    );
    const keytar = createKeytarProcess(helper);
    expect(await keytar.up).toBe(true);
    keytar.end();
  });
});

describe('the packaged program', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchChromium();
  });
  afterAll(async () => {
    await browser.close();
  });

  it('runs from what is in the archive alone, up to its sign-in screen', async () => {
    const { folder, inside } = packaged();
    const config = join(folder, 'config');
    const elsewhere = join(folder, 'profile');
    const local = JSON.stringify({ service: 'http://127.0.0.1:9', key: 'a key' });
    const errors: string[] = [];
    const program = await startProgram({
      browser,
      main: join(inside, 'out/main/main.js'),
      packaged: true,
      args: [`--profile=${elsewhere}`, '--service=https://other.example.com'],
      env: { XDG_CONFIG_HOME: config, CULVERT_LOCAL_PREFILL: local, CULVERT_LOCAL_SIGN_IN: local },
      onPage: (page) => {
        page.on('console', (message) => {
          if (message.type() === 'error') errors.push(message.text());
        });
      },
    });
    try {
      const page = await program.page();
      await page.waitForSelector('form input');
      expect(await page.title()).toBe('Culvert');
      expect(errors).toEqual([]);
      const { requestsElsewhere } = await program.controls.records();
      expect(requestsElsewhere).toEqual([]);
      const values = await page
        .locator('form input')
        .evaluateAll((inputs) => inputs.map((input) => (input as { value?: string }).value));
      expect(values).toEqual(['', '']);
      expect(existsSync(elsewhere)).toBe(false);
      expect(readdirSync(config)).toHaveLength(1);
      expect(existsSync(join(config, String(readdirSync(config)[0]), 'vault'))).toBe(true);
    } finally {
      await program.kill();
    }
  });

  it('does not start with a switch that opens it to others, and says so', async () => {
    const start = startProgram({
      browser,
      main: join(packaged().inside, 'out/main/main.js'),
      packaged: true,
      args: ['--remote-debugging-port=9222'],
      env: { XDG_CONFIG_HOME: join(packaged().folder, 'unused') },
    });
    await expect(start).rejects.toThrow(/ended with 1:[^]*--remote-debugging-port/);
    expect(existsSync(join(packaged().folder, 'unused'))).toBe(false);
  });
});

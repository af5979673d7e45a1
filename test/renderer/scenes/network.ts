import type { Page } from 'playwright-core';
import type { NetworkState } from '#contract/ipc/network.ts';
import type { Scene } from './scene.ts';

const fingerprint = Array.from({ length: 32 }, (_, n) => (n * 7 + 16).toString(16).toUpperCase());
const year = 365 * 86_400_000;

const proxied: NetworkState = {
  proxy: { kind: 'socks5', host: 'proxy.office.example.com', port: 1080, login: 'stored' },
  authorities: [
    {
      subject: 'Example Holding Internal Root Certification Authority 2026',
      expiresAt: Date.now() + year,
      fingerprint: fingerprint.join(':'),
    },
  ],
  changed: null,
};

async function checkConnection(page: Page): Promise<void> {
  const button = page.locator('button:has-text("Check the"), button:has-text("Проверить связь")');
  await button.click();
  await page.locator('[data-reached], [role=alert]').first().waitFor();
  await button.scrollIntoViewIfNeeded();
}

const signedOut = { status: 'signed-out', account: null, accounts: [] } as const;

/** How the service is reached, in its states. */
export const networkScenes: readonly Scene[] = [
  {
    name: 'network-proxy',
    path: '/settings',
    fake: { network: proxied },
    act: checkConnection,
  },
  {
    name: 'network-changed',
    path: '/settings',
    fake: {
      network: {
        ...proxied,
        proxy: { kind: 'http', host: 'elsewhere.example.net', port: 8080, login: 'none' },
        changed: { proxy: proxied.proxy, authorities: true },
      },
    },
  },
  {
    name: 'network-failed',
    path: '/settings',
    fake: {
      network: { ...proxied, proxy: { ...proxied.proxy, kind: 'http', login: 'unreadable' } },
      failures: { 'network.check': { kind: 'offline', reason: 'proxy', proxy: 'credentials' } },
    },
    act: checkConnection,
  },
  {
    name: 'network-file-refused',
    path: '/settings',
    fake: {
      failures: {
        'network.chooseAuthority': {
          kind: 'invalid-input',
          issues: [{ path: 'authority', code: 'not-authority' }],
        },
        'network.check': { kind: 'offline', reason: 'tls', tls: 'self-signed' },
      },
    },
    act: async (page) => {
      await page.locator('button:has-text("CA file"), button:has-text("Выбрать файл")').click();
      await checkConnection(page);
    },
  },
  {
    name: 'network-form',
    path: '/settings',
    act: async (page) => {
      await page.getByText('HTTP', { exact: true }).click();
      await page.locator('form button[type=submit]').first().click();
      await page.locator('form button[type=submit]').first().scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'network-signed-out',
    fake: { session: signedOut, network: proxied },
    act: async (page) => {
      await page.locator('summary').click();
    },
  },
];

import type { Scene } from './scene.ts';

const other = { id: 'a2', service: 'https://vpn.example.org/api', name: '' };
const longNamed = {
  id: 'a3',
  service: 'https://customers.a-long-name-of-a-service.example.net/api/v1',
  name: 'konstantin.konstantinopolsky+vpn@a-long-name-of-a-company.example.org',
};
const account = { id: 'a1', service: 'https://api.example.com/v1', name: 'anna@example.com' };

/** The sessions: where they are stored, signing in, and the accounts to switch between. */
export const sessionScenes: readonly Scene[] = [
  {
    name: 'not-persistent',
    fake: { session: { persistent: false, keychain: 'absent' } },
  },
  {
    name: 'vault-problem',
    fake: { session: { vaultProblem: { kind: 'vault', reason: 'damaged' } } },
  },
  { name: 'opening', fake: { session: { status: 'opening', account: null } } },
  {
    name: 'auto-locked',
    fake: { session: { status: 'auto-locked', account: null, accounts: [] } },
  },
  {
    name: 'sign-in',
    fake: {
      session: {
        status: 'signed-out',
        account: null,
        accounts: [],
        prefill: { service: 'http://127.0.0.1:4010', key: 'svc_demo0000_aaaaaaaaaaaaaaaaaaaaaaaa' },
      },
    },
  },
  {
    name: 'sign-in-bad-key',
    fake: { session: { status: 'signed-out', account: null, accounts: [] } },
    act: async (page) => {
      await page.locator('input[name=service]').fill('ftp://example.com');
      await page.locator('input[name=key]').fill('svc_short');
      await page.keyboard.press('Enter');
    },
  },
  {
    name: 'sign-in-refused',
    fake: {
      session: { status: 'signed-out', account: null, accounts: [] },
      failures: {
        'session.signIn': { kind: 'unauthorized', status: 401, message: 'Invalid API key' },
      },
    },
    act: async (page) => {
      await page.locator('input[name=service]').fill('https://api.example.com/v1');
      await page.locator('input[name=key]').fill('svc_abcd1234_abcdefghijklmnopqrstuvwx');
      await page.keyboard.press('Enter');
      await page.getByRole('alert').waitFor();
    },
  },
  {
    name: 'sign-in-no-keychain',
    fake: {
      session: {
        status: 'signed-out',
        account: null,
        accounts: [],
        keychain: 'absent',
        persistent: false,
      },
    },
  },
  {
    name: 'sign-in-another',
    path: '/sign-in',
    fake: { session: { accounts: [account, other] } },
  },
  {
    name: 'service-changed',
    fake: {
      session: {
        status: 'service-changed',
        account: null,
        changedService: {
          account: 'a1',
          now: 'https://api.example.net/v1',
          expected: 'https://api.example.com/v1',
        },
      },
    },
  },
  { name: 'locked', fake: { session: { status: 'locked', account: null, keychain: 'locked' } } },
  {
    name: 'account-switcher',
    fake: { session: { accounts: [account, other, longNamed] } },
    act: (page) => page.getByRole('button', { name: /^(Account|Аккаунт): / }).click(),
  },
  {
    name: 'account-switcher-leave',
    fake: { session: { accounts: [account, other, longNamed] } },
    act: async (page) => {
      await page.getByRole('button', { name: /^(Account|Аккаунт): / }).click();
      await page
        .getByRole('button', { name: /^(Sign out of|Выйти из)/ })
        .last()
        .click();
    },
  },
  {
    name: 'settings-sign-out',
    path: '/settings',
    fake: { session: { accounts: [account, other] } },
    act: async (page) => {
      const button = page.locator('button:has-text("Sign out"), button:has-text("Выйти")');
      await button.click();
      await page.keyboard.press('End');
      await page
        .locator('button:has-text("Sign out and"), button:has-text("Выйти и")')
        .scrollIntoViewIfNeeded();
    },
  },
];

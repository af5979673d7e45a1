import type { MainProcess } from '#test/renderer/window/main-process.ts';
import { buy } from './purchases-made.ts';
import type { Scene } from './scene.ts';
import { click, fill, key, press, scrollTo, see, steps, type Act } from './steps.ts';

/** Signs in to another service, with the key of an account whose user is called so. */
async function signInTo(main: MainProcess, service: string, email: string | null): Promise<void> {
  const { account, key } = main.service.addAccount();
  account.email = email;
  await main.signIn(service, key);
}

async function addAccounts(main: MainProcess): Promise<void> {
  await signInTo(main, 'https://vpn.example.org', null);
  await signInTo(
    main,
    'https://customers.a-long-name-of-a-service.example.net',
    'konstantin.konstantinopolsky+vpn@a-long-name-of-a-company.example.org',
  );
  await main.signIn();
}

async function setPassphrase(main: MainProcess): Promise<void> {
  await main.app.call('session.setPassphrase', { current: '', next: 'correct horse battery' });
}

/** Types where the keyboard is. */
const typed =
  (text: string): Act =>
  (page) =>
    page.keyboard.type(text);

const signIn = (service: string, apiKey: string) =>
  steps(fill('input[name=service]', service), fill('input[name=key]', apiKey), key('Enter'));

/** The keychain is so from the next start on. */
const restartWith = (state: 'locked' | 'ready', files?: (main: MainProcess) => void) => ({
  before: async (main: MainProcess): Promise<void> => {
    main.machine.secrets.state = state;
    files?.(main);
    await main.restart();
  },
});

/** The sessions: where they are stored, signing in, and the accounts to switch between. */
export const sessionScenes: readonly Scene[] = [
  {
    name: 'not-persistent',
    setup: { machine: (machine) => (machine.secrets.state = 'absent') },
  },
  { name: 'vault-problem', setup: { vaultProblem: { kind: 'vault', reason: 'damaged' } } },
  {
    name: 'opening',
    // The keychain never answers.
    setup: {
      before: async (main) => {
        await main.stop();
        main.machine.secrets.get = () => new Promise(() => undefined);
        void main.restart();
        await main.idle();
      },
    },
  },
  {
    name: 'auto-locked',
    setup: {
      settings: { lockMinutes: 1 },
      before: async (main) => {
        main.app.setLocked();
        await main.idle();
      },
    },
  },
  {
    name: 'auto-locked-passphrase',
    setup: {
      settings: { lockMinutes: 1 },
      before: async (main) => {
        await setPassphrase(main);
        main.app.setLocked();
        await main.idle();
      },
    },
    act: steps(typed('not the passphrase'), key('Enter'), see('[aria-invalid=true]')),
  },
  {
    name: 'settings-passphrase',
    path: '/settings',
    setup: { before: setPassphrase },
    act: steps(
      click(':is([data-setting=Passphrase], [data-setting=Пароль]) button'),
      typed('not the passphrase'),
      key('Tab'),
      typed('short'),
      key('Enter'),
      scrollTo('[aria-invalid=true]'),
    ),
  },
  {
    name: 'sign-in',
    setup: {
      signedOut: true,
      prefill: { service: 'http://127.0.0.1:4010', key: 'svc_demo0000_aaaaaaaaaaaaaaaaaaaaaaaa' },
    },
  },
  {
    name: 'sign-in-bad-key',
    setup: { signedOut: true },
    act: signIn('ftp://example.com', 'svc_short'),
  },
  {
    name: 'sign-in-refused',
    setup: { signedOut: true },
    act: steps(
      signIn('https://api.example.com', 'svc_abcd1234_abcdefghijklmnopqrstuvwx'),
      see('[role=alert]'),
    ),
  },
  {
    name: 'sign-in-no-keychain',
    setup: { signedOut: true, machine: (machine) => (machine.secrets.state = 'absent') },
  },
  { name: 'sign-in-another', path: '/sign-in', setup: { before: addAccounts } },
  {
    name: 'service-changed',
    setup: restartWith('ready', ({ machine }) => {
      const accounts = machine.files.read('accounts.json') ?? '';
      machine.files.write('accounts.json', accounts.replace('example.com', 'example.net'));
    }),
  },
  { name: 'locked', setup: restartWith('locked') },
  {
    name: 'account-switcher',
    setup: { before: addAccounts },
    act: press(/^(Account|Аккаунт): /),
  },
  {
    name: 'account-sign-out',
    path: '/account',
    setup: { before: addAccounts },
    act: steps(
      (_, main) => buy(main, 'balance.topup', { amount: 500, payment_method_id: 1 }),
      press(/^(Sign out|Выйти)/),
      key('End'),
      scrollTo('button:has-text("Sign out and"), button:has-text("Выйти и")'),
    ),
  },
];

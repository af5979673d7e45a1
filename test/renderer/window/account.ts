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
const favourites = ['Phone', 'Ноутбук, дом', 'Router', 'Мамин планшет'];

/** Gives the demo account what tests look for. */
function nameConfigs(control: Control): void {
  for (const [n, config] of control.account().configs.entries()) {
    if (n < titles.length) config.title = titles[n] ?? null;
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
      const owned = main.service.account().configs.map(({ title }) => title);
      for (const title of favourites.filter((each) => owned.includes(each))) {
        await main.ask('connections.setFavourite', { key: main.keyOf(title), favourite: true });
      }
      await setup.before?.(main);
    },
  });
}

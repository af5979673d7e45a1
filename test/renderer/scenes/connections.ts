import { statsEndpoints } from '#core/stats/sample.ts';
import {
  addCommands,
  addSignaturePacket,
  ownNothing,
  withFragment,
} from '#test/renderer/window/account.ts';
import type { Setup } from '#test/renderer/window/main-process.ts';
import { chooseMore, offline, unanswered, unfold, unreached, type Scene } from './scene.ts';
import { click, fill, key, press, scrollTo, see, steps } from './steps.ts';

/** Chooses the row that holds these words, and opens it where that takes another step. */
const choose = (words: string) =>
  steps(
    (page) => page.getByRole('row').filter({ hasText: words }).first().click(),
    see('article'),
    see('[data-secret]'),
  );

const find = (words: string) => fill('[type=search]', words);

const unknownProtocol: Setup = {
  service: (control) => {
    const test = control.account().configs.find(({ title }) => title === 'Test');
    if (test !== undefined) test.protocol = 'quic-next';
  },
};

/** A key is on a phone and a router already, and its connection has a note. */
const keyOnPhone: Setup = {
  before: async (main) => {
    const key = main.keyOf('Ноутбук, дом');
    await main.ask('connections.setDevices', { key, devices: ['Phone', 'Роутер на даче'] });
    const note = 'Отец: ноутбук и телефон. Спросить в мае, нужен ли ещё.';
    await main.ask('connections.setNote', { key, note });
  },
};

/** The QR code of a connection. */
const draw = (title: string) => steps(choose(title), click('[data-qr-open]'), see('[data-qr]'));

/** The list, the connection beside it and how fresh they are, in their states. */
export const connectionScenes: readonly Scene[] = [
  { name: 'connections' },
  { name: 'connection', act: choose('Phone') },
  { name: 'connection-awg', act: choose('Ноутбук, дом') },
  {
    name: 'connection-key-devices',
    setup: keyOnPhone,
    act: steps(choose('Ноутбук, дом'), click('[data-copy]'), see('[data-elsewhere]')),
  },
  {
    name: 'connection-note',
    act: steps(
      choose('Phone'),
      (page) => chooseMore(page, '[data-note-open]'),
      fill('[data-note] textarea', 'Anna, until May\nАня, до мая'),
    ),
  },
  {
    name: 'connection-commands',
    act: choose('Ноутбук, дом'),
    setup: { service: addCommands },
  },
  {
    name: 'connection-forms',
    act: steps(choose('Ноутбук, дом'), click('[data-forms]'), see('[role=menu]')),
  },
  { name: 'connection-form-refused', setup: withFragment('Phone'), act: choose('Phone') },
  { name: 'connection-proxy', act: steps(find('Парсер'), choose('Парсер')) },
  {
    name: 'connection-gone',
    act: steps(find('Travel'), choose('Travel'), (_, main) => {
      main.account.configs = main.account.configs.filter(({ title }) => title !== 'Travel');
      return main.refresh();
    }),
  },
  { name: 'connection-rtl', act: steps(find('trojan'), choose('تلفن')) },
  {
    name: 'connection-no-stats',
    setup: unknownProtocol,
    act: steps(find('quic'), choose('Test')),
  },
  {
    name: 'connection-revealed',
    // By the keyboard: what is read meanwhile may move the eye. Held, because letting go may hide it.
    act: steps(
      choose('Phone'),
      (page) => page.locator('[data-reveal]').first().focus(),
      (page) => page.keyboard.down('Enter'),
      see('[data-secret] pre'),
    ),
  },
  { name: 'connection-qr', act: draw('Phone') },
  { name: 'connection-qr-awg', act: draw('Ноутбук, дом') },
  {
    name: 'connection-qr-several',
    setup: {
      settings: { scanApp: 'AmneziaVPN' },
      service: (control) => addSignaturePacket(control),
    },
    act: draw('Ноутбук, дом'),
  },
  {
    name: 'connection-table',
    act: steps(
      choose('Phone'),
      (page) => unfold(page, '[data-details]'),
      click('article button:has-text("table"), article button:has-text("Таблицей")'),
      scrollTo('article table'),
    ),
  },
  {
    name: 'connection-failed',
    setup: { commands: { 'connections.get': { kind: 'not-found', reason: 'not-cached' } } },
    act: steps(click('[role=row]'), see('[role=alert]')),
  },
  {
    name: 'connection-stats-waiting',
    setup: { unanswered: statsEndpoints },
    act: choose('Phone'),
  },
  {
    name: 'undo',
    act: steps(
      choose('Phone'),
      click('article button[aria-pressed=true]'),
      see('[data-toast] button'),
    ),
  },
  { name: 'search', act: find('моск') },
  { name: 'no-match', act: find('нет такого подключения') },
  {
    name: 'filter',
    act: steps(
      click('[data-filter]'),
      click('[role=group] fieldset input'),
      click('[role=group] fieldset input >> nth=7'),
    ),
  },
  { name: 'sort', act: press(/^(Sort|Порядок)/) },
  { name: 'shortcuts', act: key('Shift+Slash') },
  {
    name: 'connection-subconfig',
    // It is read when its configuration is opened.
    act: steps(
      find('iPad'),
      choose('iPad'),
      (page) =>
        page
          .getByRole('row')
          .filter({ hasText: /subconfig|субконфиг/i })
          .first()
          .click(),
      see('[data-secret]'),
    ),
  },
  { name: 'offline', ...offline },
  { name: 'offline-unread', setup: unreached },
  {
    name: 'unauthorized',
    setup: {
      before: async (main) => {
        main.service.setFaults(['*:401']);
        await main.refresh();
      },
    },
  },
  {
    name: 'failed',
    setup: { faults: ['configs.*:503', 'cloudServers.*:503', 'paidOptions.*:503'] },
  },
  {
    name: 'waiting',
    act: async (page, main) => {
      const sync = await main.ask('sync.get', {});
      main.send('sync.changed', { ...sync, waitingUntil: Date.now() + 3_600_000 });
      await page
        .getByText(/limit|лимит/i)
        .first()
        .waitFor();
    },
  },
  { name: 'paused', setup: { before: (main) => main.ask('sync.pause', { paused: true }) } },
  { name: 'loading', setup: unanswered },
  { name: 'empty', setup: { service: ownNothing } },
];

import { ProbeFault, type ProbeStream } from '#core/kernel/ports.ts';
import type { Control } from '#service/control.ts';
import type { MainProcess, Setup } from '#test/renderer/window/main-process.ts';
import { chooseMore, type Scene } from './scene.ts';
import { click, fill, see, steps } from './steps.ts';

const day = 86_400;

/** What the service has of the user's VPN configuration with this title. */
function configOf(control: Control, title: string) {
  const config = control.account().configs.find((each) => each.title === title);
  if (config === undefined) throw new Error(`There is no configuration ${title}.`);
  return config;
}

/** Checks these configurations from here; `Guest` answers, and `Desktop` is cut off. */
export async function check(main: MainProcess, ...titles: readonly string[]): Promise<void> {
  const keys = titles.map((title) => main.keyOf(title));
  await checkKeys(main, keys);
}

/** Checks these connections from here. */
export async function checkKeys(main: MainProcess, keys: string[]): Promise<void> {
  await main.ask('checks.start', { keys, interrupting: false });
  do await main.advance(1000);
  while ((await main.ask('checks.get', {})).running);
}

/** Checks from here the first connection that is found so. */
export async function checkFound(main: MainProcess, search: string): Promise<void> {
  const { rows } = await main.ask('quick.find', { search });
  const keys = rows.slice(0, 1).map(({ key }) => key);
  await checkKeys(main, keys);
}

/** A SOCKS5 proxy that lets everybody in. */
function socksStream(): ProbeStream {
  const answers: Uint8Array[] = [];
  return {
    write: ([first]) => {
      answers.push(Uint8Array.from(first === 5 ? [5, 2] : [1, 0]));
    },
    read: () => {
      const answer = answers.shift();
      return answer === undefined
        ? Promise.reject(new ProbeFault('reset'))
        : Promise.resolve(answer);
    },
    secure: () => Promise.reject(new ProbeFault('reset')),
    close: () => undefined,
  };
}

/** What is wrong with one connection, as far as the local service can play it, and which one it is. */
interface Trouble {
  readonly title: string;
  readonly setup: Setup;
}

/** No device is blocked, which would be the verdict of what nothing else is known of. */
function withoutBlocked(control: Control): void {
  for (const device of control.account().devices) device.is_blocked = false;
}

/** Reads the use of every paid option, as its page does. */
async function readOptions(main: MainProcess): Promise<void> {
  for (const option of main.account.paid_options) {
    const input = { path: { id: option.option_id } };
    await main.ask('cache.read', { id: 'paidOptions.subscription', input });
  }
  await main.idle();
}

/** Another connection was checked a moment ago, and answers. */
const withNext = async (main: MainProcess): Promise<void> => check(main, 'Guest');

export const troubles = {
  expired: {
    title: 'Phone',
    setup: {
      service: (control) => {
        Object.assign(configOf(control, 'Phone'), {
          expires_at: control.now() - 3 * day,
          auto_renewal: false,
        });
      },
      before: withNext,
    },
  },
  traffic: {
    title: 'Белый на планшет',
    setup: {
      service: (control) => {
        for (const option of control.account().paid_options) {
          option.traffic_limit_bytes = 80 * 1024 ** 3;
          option.used_traffic_bytes = option.traffic_limit_bytes;
        }
      },
      before: async (main) => {
        await withNext(main);
        await readOptions(main);
      },
    },
  },
  'option-off': {
    title: 'Белый на планшет',
    setup: {
      service: (control) => {
        for (const option of control.account().paid_options) option.disabled = true;
      },
      before: async (main) => {
        await withNext(main);
        await readOptions(main);
      },
    },
  },
  down: { title: 'Офис, принтер', setup: { before: withNext } },
  rebooting: {
    title: 'Вся семья',
    setup: {
      before: async (main) => {
        await withNext(main);
        const id = main.account.cloud_servers[0]?.id ?? 0;
        await main.app.call('cloudServers.reboot', { path: { id } });
        await main.idle();
      },
    },
  },
  changed: {
    title: 'Guest',
    setup: {
      before: async (main) => {
        await main.ask('secrets.copy', { of: 'connection', key: main.keyOf('Guest'), form: 'url' });
        const config = configOf(main.service, 'Guest');
        config.connection_url = config.connection_url.replace(/\/\/[^@]*@/, '//bmV3LWtleQ@');
        await main.advance(3 * 60_000);
        await main.refresh();
      },
    },
  },
  'device-limit': {
    title: 'Guest',
    setup: {
      service: (control) => {
        const account = control.account();
        account.device_settings.device_limit = account.devices.length;
      },
    },
  },
  network: {
    title: 'Desktop',
    setup: {
      before: async (main) => {
        await withNext(main);
        main.sockets.lookup = () => Promise.resolve({ kind: 'failed', reason: 'offline' });
        await check(main, 'Desktop');
      },
    },
  },
  'fails-here': {
    title: 'Desktop',
    setup: { before: (main) => check(main, 'Desktop', 'Guest') },
  },
  'works-here': {
    title: 'scraper',
    setup: {
      service: withoutBlocked,
      before: async (main) => {
        main.sockets.connect = () => Promise.resolve(socksStream());
        await checkFound(main, 'scraper');
      },
    },
  },
  'answers-here': {
    title: 'Guest',
    setup: { service: withoutBlocked, before: withNext },
  },
  expiring: {
    title: 'Phone',
    setup: {
      service: (control) => {
        withoutBlocked(control);
        const expires_at = control.now() + 2 * day;
        Object.assign(configOf(control, 'Phone'), { expires_at, auto_renewal: false });
      },
    },
  },
  unclear: { title: 'Phone', setup: { service: withoutBlocked, before: withNext } },
  unknown: {
    title: 'Phone',
    setup: {
      before: async (main) => {
        await main.goOffline(60_000);
        await withNext(main);
      },
    },
  },
} as const satisfies Readonly<Record<string, Trouble>>;

/** Six troubles at once, one connection each. */
const several = ['expired', 'traffic', 'rebooting', 'changed', 'fails-here', 'down'] as const;
const severalTroubles: Setup = {
  service: (control) => {
    for (const name of several) {
      const { service }: Setup = troubles[name].setup;
      service?.(control);
    }
  },
  before: async (main) => {
    for (const name of several) await troubles[name].setup.before(main);
    for (const name of several) {
      const { rows } = await main.ask('quick.find', { search: troubles[name].title });
      // None where the service answers with other titles.
      for (const { key } of rows.slice(0, 1))
        await main.ask('connections.setFavourites', { keys: [key], favourite: true });
    }
  },
};

const scene = (name: keyof typeof troubles, asked = false, shown = '[data-why]'): Scene => ({
  name: `why-${name}`,
  setup: troubles[name].setup,
  // It is searched, and opened beside the list.
  act: steps(
    fill('[type=search]', troubles[name].title),
    click(`[role=row]:has-text("${troubles[name].title}")`),
    see('[data-secret]'),
    async (page) => asked && chooseMore(page, '[data-why-open]'),
    see(shown),
  ),
});

/** Why a connection does not work: each verdict on its page, and the question in the palette. */
export const whyScenes: readonly Scene[] = [
  scene('expired', false, '[data-renew]'),
  scene('traffic'),
  scene('option-off'),
  scene('network'),
  scene('answers-here', true),
  scene('expiring', true),
  scene('down'),
  scene('rebooting'),
  scene('changed'),
  scene('fails-here', true),
  scene('device-limit', true),
  scene('unknown', true),
  scene('works-here', true, '[data-tips]'),
  scene('unclear', true),
  { name: 'why-several', setup: severalTroubles },
  { name: 'why-several-quick', quick: true, setup: severalTroubles },
];

import { rootCertificates } from 'node:tls';
import { TransportError } from '#core/kernel/ports.ts';
import type { MainProcess } from '#test/renderer/window/main-process.ts';
import type { Scene } from './scene.ts';
import { click, scrollTo, see, steps } from './steps.ts';

const login = { user: 'anna', password: 'a password' };
const proxy = { kind: 'socks5', host: 'proxy.office.example.com', port: 1080, login } as const;

/** The user has chosen a proxy with a login, and an authority. */
async function chooseProxy(main: MainProcess): Promise<void> {
  main.machine.shell.selectedFile = new TextEncoder().encode(rootCertificates.at(-1));
  await main.ask('network.chooseAuthority', {});
  await main.ask('network.setProxy', proxy);
}

/** Something else than Culvert has written another proxy, and removed the authority. */
async function changeFiles(main: MainProcess): Promise<void> {
  await chooseProxy(main);
  const { files } = main.machine;
  const elsewhere = { kind: 'http', host: 'elsewhere.example.net', port: 8080, login: false };
  files.write('network.json', JSON.stringify({ proxy: elsewhere }));
  files.write('authorities.pem', '');
  await main.restart();
}

const button = 'button:has-text("Check the"), button:has-text("Проверить связь")';
const checkConnection = steps(
  click('summary'),
  click(button),
  see('[data-reached], [role=alert]'),
  scrollTo(button),
);

/** How the service is reached, in its states. */
export const networkScenes: readonly Scene[] = [
  {
    name: 'network-proxy',
    path: '/settings',
    setup: { before: chooseProxy },
    act: checkConnection,
  },
  { name: 'network-changed', path: '/settings', setup: { before: changeFiles } },
  {
    name: 'network-failed',
    path: '/settings',
    setup: { before: chooseProxy },
    act: (page, main) => {
      main.unreachable = new TransportError('proxy', false, { proxy: 'credentials' });
      return checkConnection(page, main);
    },
  },
  {
    name: 'network-signed-out',
    setup: { signedOut: true, before: chooseProxy },
    act: click('summary'),
  },
];

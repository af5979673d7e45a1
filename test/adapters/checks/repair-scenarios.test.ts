import { spawnSync } from 'node:child_process';
import { afterAll, describe, expect, it } from 'vitest';
import type { Protocol } from '#contract/constants.ts';
import type { BatchDetail } from '#contract/ipc/batches.ts';
import { createProbeSockets } from '#adapters/probe-sockets.ts';
import { createSystemDistance } from '#adapters/system-distance.ts';
import type { HttpTransport } from '#core/kernel/ports.ts';
import { passwordOf } from '#service/connections/credentials.ts';
import { reconfigure } from '#service/connections/issue.ts';
import { servers } from '#service/catalog/servers.ts';
import { endpointOf, serverOf } from '#service/store/servers.ts';
import { serve, run, newMachine, rowsOf } from '#test/core/harness.ts';
import { sampled } from '#test/simulator/deep.ts';
import { makeFilteredNetwork } from './filtered-network.ts';
import { freePort, installed, startServer } from './programs.ts';
import { salamanderServer } from './responder-servers.ts';
import { trojan, webServer } from './real-servers.ts';
import { useTrustedAuthority } from './trusted-authority.ts';

/** A protocol and the number of the server that it is on. */
type Place = `${Protocol} on ${number}`;

const addressOf = (id: number) =>
  `192.0.2.${String(servers.findIndex((server) => server.id === id) + 1)}`;
const to = (server: number) => `-m conntrack --ctorigdst ${addressOf(server)}`;
const atPort = (port: number) => `-p tcp -m conntrack --ctorigdstport ${String(port)}`;
const cut = '-j REJECT --reject-with tcp-reset';
const tls = '-p tcp -m string --algo bm --from 40 --to 100 --hex-string |160301|';
const sni = '-p tcp -m string --algo bm --string www.example.com';
/** Nothing can make anything work then, and that is said. */
const everything = '-j DROP';
const crawl = (of: string) =>
  `-m hashlimit --hashlimit-above 12/minute --hashlimit-burst 4 --hashlimit-name ${of} -j DROP`;

/** What the user has, of which the first fails, below what the network does to packets. */
const filtered: Readonly<Record<string, Readonly<Record<string, readonly Place[]>>>> = {
  [`${tls} -j DROP`]: {
    'protocol: TLS is dropped, Outline on the same server': ['vless on 201', 'outline on 201'],
    'protocol: TLS is dropped, Outline elsewhere': ['vless on 201', 'outline on 301'],
    'protocol: TLS is dropped, nothing else there': ['vless on 201'],
  },
  [`${tls} ${cut}`]: {
    'protocol: TLS is cut, Shadowsocks elsewhere': ['trojan on 201', 'shadowsocks-2022 on 301'],
  },
  [`${sni} ${cut}`]: {
    'SNI is cut, Outline elsewhere': ['vless on 201', 'trojan on 201', 'outline on 301'],
    'SNI is cut, nothing else there': ['trojan on 201'],
  },
  [`${sni} -j DROP`]: {
    'SNI is dropped, Hysteria elsewhere': ['trojan on 201', 'hysteria2 on 301'],
  },
  '-p udp -j DROP': {
    'UDP is dropped, VLESS elsewhere': ['hysteria2 on 201', 'vless on 301'],
    'UDP is dropped, Trojan on the same server': ['hysteria2 on 201', 'trojan on 201'],
    'UDP is dropped, nothing else there': ['hysteria2 on 201'],
  },
  [`${to(201)} -j DROP`]: {
    'address is dropped, the same protocol elsewhere': ['vless on 201', 'vless on 301'],
    'address is dropped, another protocol elsewhere': [
      'outline on 201',
      'trojan on 201',
      'trojan on 301',
    ],
    'address is dropped, nothing else there': ['vless on 201'],
  },
  [`-p tcp ${to(201)} ${cut}`]: {
    'address is cut, Outline elsewhere': ['vless on 201', 'outline on 301'],
  },
  [`${atPort(443)} -j DROP`]: {
    'port 443 is dropped, another port elsewhere': ['vless on 201', 'vless-2410 on 301'],
  },
  [`${atPort(443)} ${cut}`]: {
    'port 443 is cut, another port on the same server': ['trojan on 201', 'trojan-2901 on 201'],
  },
  [`${atPort(8388)} -j DROP`]: {
    'port 8388 is dropped, Outline elsewhere': ['shadowsocks-2022 on 201', 'outline on 301'],
  },
  [`${to(201)} ${crawl('address')}`]: {
    'throughput of an address, Trojan elsewhere': ['vless on 201', 'trojan on 301'],
  },
  [`${atPort(443)} ${crawl('port')}`]: {
    'throughput of port 443, Outline elsewhere': ['trojan on 201', 'outline on 301'],
  },
  [everything]: {
    'everything is dropped': ['vless on 201', 'outline on 301'],
  },
};
const scenarios = Object.entries(filtered).flatMap(([filter, all]) =>
  Object.entries(all).map(([name, has]) => ({ name, has: has.map(placeOf), filter })),
);

function placeOf(place: Place): readonly [server: number, protocol: Protocol] {
  const [protocol = '', server] = place.split(' on ');
  return [Number(server), protocol as Protocol];
}

const needed = ['ip', 'iptables', 'unshare', 'sysctl', 'ss-server', 'trojan', 'caddy'];
const missing = needed.filter((each) => installed(each) === undefined);
/** Whether this system lets the user make networks, and filter in them. */
const isPossible =
  process.platform === 'linux' &&
  process.getuid?.() === 0 &&
  missing.length === 0 &&
  spawnSync('unshare', ['-n', 'sh', '-c', `iptables -A OUTPUT ${sni} ${crawl('try')}`]).status ===
    0;
if (!isPossible) {
  const why =
    missing.length > 0 ? `${missing.join(', ')} is missing` : 'no network can be filtered';
  process.stderr.write(`\n*** Connections in filtered networks: ${why}. ***\n\n`);
}
const isInside = process.env['CULVERT_FILTERED_NETWORK'] !== undefined;

if (isInside) describe('in a filtered network', everyScenario);
else describe.runIf(isPossible)('a connection that a network filters', inNetworkOfItsOwn);

/** Runs this file once more, in a network without any device. */
function inNetworkOfItsOwn(): void {
  it('is made to work in two changes and a minute, or it is said that nothing helps', () => {
    const vitest = 'node_modules/vitest/vitest.mjs';
    const args = [process.execPath, vitest, 'run', '--project=unit', import.meta.filename];
    const env = { ...process.env, CULVERT_FILTERED_NETWORK: '1' };
    const inside = spawnSync('unshare', ['-n', ...args], { env, encoding: 'utf8' });
    const table = inside.stdout.split('\n').filter((line) => line.startsWith('| '));
    process.stdout.write(`${table.join('\n')}\n`);
    expect(inside.status, inside.stdout + inside.stderr).toBe(0);
  }, 900_000);
}

function everyScenario(): void {
  const authority = useTrustedAuthority();
  let network: ReturnType<typeof makeFilteredNetwork> | undefined;
  afterAll(() => network?.remove());

  /** All servers of the service, as far as their protocols tell them apart. */
  async function startServers(filtered: ReturnType<typeof makeFilteredNetwork>): Promise<void> {
    const overTls = await trojan(authority());
    const web = await webServer(authority());
    const shadowsocks = await freePort();
    const args = ['-s', '127.0.0.1', '-p', String(shadowsocks), '-k', 'p', '-m', 'aes-256-gcm'];
    await startServer('ss-server', args, { port: shadowsocks });
    for (const port of ['443', '2901']) filtered.lead('tcp', port, overTls);
    filtered.lead('tcp', '2410', web.https);
    filtered.lead('tcp', '8000:40000', shadowsocks);
    for (const { id, secret, location_id } of servers.filter(({ id }) => id < 600)) {
      if (location_id > 5) continue;
      const port = await salamanderServer(passwordOf(secret, 'salamander', 16));
      for (const ports of ['443', '20000:29999']) filtered.lead('udp', ports, port, addressOf(id));
    }
  }

  /** Names a few places' addresses, and counts the refusals of the service's limits. */
  function withPlaces(refused: { count: number }) {
    return (transport: HttpTransport): HttpTransport => ({
      ...transport,
      async send(request) {
        const answer = await transport.send(request);
        if (answer.status === 429) refused.count += 1;
        if (!new URL(request.url).pathname.endsWith('/locations')) return answer;
        const text = new TextDecoder()
          .decode(answer.body)
          .replaceAll(
            /("id":(\d+),.*?"ping_ip":)"127\.0\.0\.1"/g,
            (_, before: string, id: string) => {
              const isNear = [3, 4, 5].includes(Number(id));
              return before + (isNear ? `"${addressOf(Number(id) * 100 + 1)}"` : 'null');
            },
          );
        return { ...answer, body: new TextEncoder().encode(text) };
      },
    });
  }

  /** The user, with these connections and no others. */
  async function userOf(has: readonly ReturnType<typeof placeOf>[], refused: { count: number }) {
    const service = await serve();
    const account = service.control.account();
    Object.assign(account, { paid_options: [], cloud_servers: [] });
    account.configs.splice(has.length);
    has.forEach(([id, protocol], n) => {
      const config = account.configs[n];
      if (!config) throw new Error('there are too few configurations');
      const server = serverOf(id);
      Object.assign(config, { location_id: server.location_id, server_id: id, flags: [] });
      config.expires_at = Date.now() / 1000 + 86_400;
      reconfigure(config, protocol, {}, endpointOf(server, protocol));
    });
    const machine = {
      ...newMachine(),
      distance: createSystemDistance(),
      openProbeSockets: () => ({
        ...createProbeSockets(undefined),
        lookup: (host: string) => {
          const id = servers.find((server) => server.host === host)?.id ?? 0;
          return Promise.resolve({ kind: 'found' as const, addresses: [addressOf(id)] });
        },
      }),
    };
    const running = await run(machine, withPlaces(refused));
    await running.signIn(service);
    await running.ask('checks.accept', {});
    return { running, machine, key: `config:${String(account.configs[0]?.id)}` };
  }

  it.for(sampled(scenarios, 1).map((scenario) => [scenario.name, scenario] as const))(
    '%s',
    { timeout: 180_000 },
    async ([name, { has, filter }]) => {
      network ??= makeFilteredNetwork();
      network.clear();
      await startServers(network);
      const refused = { count: 0 };
      const { running, key } = await userOf(has, refused);
      network.filter([filter]);
      await running.ask('checks.start', { keys: [key], interrupting: false });
      await running.until('checks.changed', ({ running: goesOn }) => !goesOn);
      const failed = (await rowsOf(running)).find((row) => row.key === key)?.check?.result.outcome;

      const begun = performance.now();
      const { steps } = await running.ask('checks.planRepair', { key });
      let batch: BatchDetail | undefined;
      if (steps.length > 0) {
        const request = { action: 'repair' as const, key, to: steps.map((step) => step.to) };
        const started = await running.ask('batches.start', {
          request,
          count: steps.length,
          sum: null,
        });
        await running.until('batches.changed', ({ batches }) => batches[0]?.running === false);
        batch = await running.ask('batches.get', { id: started.id });
      }
      const seconds = (performance.now() - begun) / 1000;
      const changed = batch?.items.filter(({ state }) => state === 'done') ?? [];
      const works = changed.some(({ found }) => found?.outcome === 'answers');
      const made = changed.map(({ settings }) => settings?.to.protocol).join(', then ');
      const cells = [name, failed, made || 'nothing', works ? 'works' : 'said that nothing helps'];
      process.stdout.write(`| ${[...cells, `${seconds.toFixed(0)} s`].join(' | ')} |\n`);
      expect(failed).not.toBe('answers');
      expect([works, changed.length <= 2, refused.count]).toEqual([filter !== everything, true, 0]);
      expect(seconds).toBeLessThan(60);
      if (filter === everything) expect(steps).toEqual([]);
    },
  );
}

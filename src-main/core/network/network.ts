import { answerBounds } from '#contract/endpoint.ts';
import { api } from '#contract/api/index.ts';
import { fail, ok, type Result } from '#contract/failure.ts';
import type { NetworkCheck, NetworkState, ProxyChoice } from '#contract/ipc/network.ts';
import { transportFailure } from '#core/api/answer.ts';
import { requestUrl } from '#core/api/request-encoding.ts';
import {
  TransportError,
  VaultError,
  type Clock,
  type HttpTransport,
  type Log,
  type PlainFiles,
  type NetworkPath,
  type SecretStore,
  type Shell,
} from '#core/kernel/ports.ts';
import type { Consent } from '#core/purchases/consent/consent.ts';
import { serviceAddress } from './service-address.ts';
import { largestCaFile, noAuthorities, readAuthorities, type Authorities } from './authorities.ts';
import { NetworkSettings } from './network-settings.ts';
import { createSwitchingTransport, type SwitchingTransport } from './switching-transport.ts';

const otherAddress = { path: 'login', code: 'other-address' };

/** How services are reached, as the user chose it; a change is in force at once. */
export type Network = ReturnType<typeof createNetwork>;

/** `connect` opens a transport; `onChange`: the network path has changed. */
export function createNetwork(options: {
  readonly files: PlainFiles;
  readonly secrets: SecretStore;
  readonly shell: Pick<Shell, 'openFile'>;
  readonly clock: Clock;
  readonly log: Log;
  readonly ask: Consent['ask'];
  readonly connect: (service: string, path: NetworkPath) => HttpTransport | Promise<HttpTransport>;
  readonly onChange: () => void;
}) {
  const { files, shell, clock } = options;
  const settings = new NetworkSettings(files, options.secrets, options.log);
  const transports = new Set<SwitchingTransport>();
  const state = () => settings.state();

  async function connect(service: string): Promise<HttpTransport> {
    return options.connect(service, await settings.path());
  }

  function renewConnections(): void {
    for (const transport of transports) transport.renew();
  }

  /** In force at once; `false` from `make`: the stored login is of another address. */
  async function change(make: () => Promise<unknown>): Promise<Result<NetworkState>> {
    try {
      if ((await make()) === false) return fail('invalid-input', { issues: [otherAddress] });
    } catch (error) {
      if (error instanceof VaultError) return fail('vault', { reason: error.reason });
      if (error instanceof TransportError) {
        return fail('offline', { reason: 'proxy', proxy: 'locked' });
      }
      throw error;
    }
    renewConnections();
    options.onChange();
    return ok(state());
  }

  const trust = (next: Authorities) => change(() => settings.chooseAuthorities(next));

  return {
    state,
    /** Whether the files are what the user chose, as far as the keychain says. Never rejects. */
    verify: (): Promise<NetworkState> => settings.verify(),
    /** A transport that follows every change. Sends nothing while the settings are not confirmed. */
    openTransport(service: string): HttpTransport {
      const transport = createSwitchingTransport(() => connect(service));
      transports.add(transport);
      return {
        ...transport,
        close() {
          transports.delete(transport);
          return transport.close();
        },
      };
    },
    /** From now on requests open new connections; those under way end on theirs. */
    renewConnections,
    setProxy: (choice: ProxyChoice): Promise<Result<NetworkState>> =>
      change(() => settings.chooseProxy(choice)),
    /** Sends a request without a key: any answer shows that the service was reached. */
    async check(text: string): Promise<Result<NetworkCheck>> {
      const service = serviceAddress(text);
      return service === undefined
        ? fail('invalid-input', { issues: [{ path: 'service', code: 'address' }] })
        : checkService(service, () => connect(service), clock);
    },
    /** Nothing changes without a file. `mayApply` is asked after the dialog. */
    async chooseAuthority(mayApply: () => boolean = () => true): Promise<Result<NetworkState>> {
      const read = await chooseFile(shell, clock.now());
      if (read === undefined || !mayApply()) return ok(state());
      if (typeof read === 'string') {
        return fail('invalid-input', { issues: [{ path: 'authority', code: read }] });
      }
      const given = await options.ask({ kind: 'authority', authorities: read.listed });
      return given.ok ? trust(read) : given;
    },
    removeAuthority: (): Promise<Result<NetworkState>> => trust(noAuthorities),
    /** Puts settings that were changed outside Culvert back to what the user chose. */
    restore: (): Promise<Result<NetworkState>> => change(() => settings.restore()),
  };
}

/** Sends one request without a key on a connection of its own, and measures the answer's time. */
async function checkService(
  service: string,
  connect: () => Promise<HttpTransport>,
  clock: Clock,
): Promise<Result<NetworkCheck>> {
  const endpoint = api['profile.get'];
  const url = requestUrl(service, endpoint, {});
  if (!url.ok) return url;
  const started = clock.monotonic();
  try {
    const transport = await connect();
    try {
      await transport.send({
        method: endpoint.method,
        url: url.value,
        headers: { accept: 'application/json' },
        maxAnswerBytes: answerBounds[endpoint.answerSize].bytes,
      });
      return ok({ took: Math.round(clock.monotonic() - started) });
    } finally {
      await transport.close();
    }
  } catch (error) {
    if (!(error instanceof TransportError)) throw error;
    return { ok: false, failure: transportFailure(endpoint, error) };
  }
}

/** The authorities of a file that the user chooses, or why it has none; `undefined` without one. */
async function chooseFile(
  shell: Pick<Shell, 'openFile'>,
  now: number,
): Promise<ReturnType<typeof readAuthorities> | 'unreadable' | undefined> {
  const file = await shell
    .openFile(['pem', 'crt', 'cer', 'der'], largestCaFile + 1)
    .catch(() => 'unreadable' as const);
  if (file === undefined || file === 'unreadable') return file;
  return file.byteLength > largestCaFile ? 'no-certificate' : readAuthorities(file, now);
}

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
  type PlainFiles,
  type NetworkPath,
  type SecretStore,
  type Shell,
} from '#core/ports.ts';
import { serviceAddress } from './service-address.ts';
import { largestCaFile, readAuthorities, type Authorities } from './authorities.ts';
import { createProxySetting } from './proxy.ts';
import { createSwitchingTransport, type SwitchingTransport } from './switching-transport.ts';

const caFile = 'authorities.pem';
const none: Authorities = { pem: '', listed: [] };

/** How services are reached, as the person chose it; a change is in force at once. */
export interface Network {
  state(): NetworkState;
  /** A transport that follows every change. */
  openTransport(service: string): HttpTransport;
  setProxy(choice: ProxyChoice): Promise<Result<NetworkState>>;
  /** Asks the service for anything, without a key: whatever it answers, it was reached. */
  check(service: string): Promise<Result<NetworkCheck>>;
  /** Nothing is changed when the person chooses no file. */
  chooseAuthority(): Promise<Result<NetworkState>>;
  removeAuthority(): Result<NetworkState>;
}

/**
 * @param options.connect opens a transport on one way
 * @param options.onChange hears that everything goes another way from now on
 */
export function createNetwork(options: {
  readonly files: PlainFiles;
  readonly secrets: SecretStore;
  readonly shell: Pick<Shell, 'openFile'>;
  readonly clock: Clock;
  readonly connect: (service: string, path: NetworkPath) => HttpTransport | Promise<HttpTransport>;
  readonly onChange: () => void;
}): Network {
  const { files, shell, clock } = options;
  const proxy = createProxySetting(files, options.secrets);
  const transports = new Set<SwitchingTransport>();
  let trusted = readKept(files.read(caFile));

  const state = (): NetworkState => ({ proxy: proxy.state(), authorities: trusted.listed });

  async function connect(service: string): Promise<HttpTransport> {
    const address = await proxy.address();
    return options.connect(service, {
      ...(address !== undefined && { proxy: address }),
      ...(trusted.pem !== '' && { ca: trusted.pem }),
    });
  }

  function changed(): Result<NetworkState> {
    for (const transport of transports) transport.renew();
    options.onChange();
    return ok(state());
  }

  function trust(next: Authorities): Result<NetworkState> {
    try {
      files.write(caFile, next.pem);
    } catch (error) {
      return notKept(error);
    }
    trusted = next;
    return changed();
  }

  return {
    state,
    openTransport(service) {
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
    async setProxy(choice) {
      try {
        const taken = await proxy.choose(choice);
        if (!taken)
          return fail('invalid-input', { issues: [{ path: 'login', code: 'other-host' }] });
      } catch (error) {
        return notKept(error);
      }
      return changed();
    },
    async check(text) {
      const service = serviceAddress(text);
      if (service === undefined) {
        return fail('invalid-input', { issues: [{ path: 'service', code: 'address' }] });
      }
      const asked = api['profile.get'];
      const url = requestUrl(service, asked, {});
      if (!url.ok) return url;
      const started = clock.monotonic();
      const headers = { accept: 'application/json' };
      try {
        const transport = await connect(service);
        try {
          const { status } = await transport.send({
            method: asked.method,
            url: url.value,
            headers,
          });
          return ok({ status, took: Math.round(clock.monotonic() - started) });
        } finally {
          await transport.close();
        }
      } catch (error) {
        if (!(error instanceof TransportError)) throw error;
        return { ok: false, failure: transportFailure(asked, error) };
      }
    },
    async chooseAuthority() {
      const chosen = await shell
        .openFile(['pem', 'crt', 'cer', 'der'], largestCaFile + 1)
        .catch(() => 'unreadable' as const);
      if (chosen === undefined) return ok(state());
      const read = typeof chosen === 'string' ? chosen : readFile(chosen, clock.now());
      if (typeof read !== 'string') return trust(read);
      return fail('invalid-input', { issues: [{ path: 'authority', code: read }] });
    },
    removeAuthority: () => trust(none),
  };
}

function readFile(file: Uint8Array, now: number): ReturnType<typeof readAuthorities> {
  return file.byteLength > largestCaFile ? 'no-certificate' : readAuthorities(file, now);
}

/** One that has expired meanwhile no longer vouches for anything; it is listed until it is removed. */
function readKept(text: string | undefined): Authorities {
  if (text === undefined || text === '') return none;
  const read = readAuthorities(Buffer.from(text), 0);
  return typeof read === 'string' ? none : read;
}

function notKept(error: unknown): {
  ok: false;
  failure: { kind: 'vault'; reason: VaultError['reason'] };
} {
  if (!(error instanceof VaultError)) throw error;
  return { ok: false, failure: { kind: 'vault', reason: error.reason } };
}

import type { ConnectionRecord } from '#contract/ipc/connections.ts';
import type { BatchChange, BatchDetail, BatchRequest } from '#contract/ipc/batches.ts';
import { connectionKey } from '#contract/rules/connection-key.ts';
import { ok, type Result } from '#contract/failure.ts';
import type { ConsentQuestion } from '#core/kernel/consent-question.ts';
import type { Account } from '#service/store/state.ts';
import type { DeviceOptions } from '#test/core/purchases/context/device.ts';
import { createFixture } from '#test/core/purchases/context/fixture.ts';
import { attemptOf } from '#test/core/purchases/context/reference-model.ts';
import type { InProcessService } from '#test/core/purchases/context/in-process-service.ts';

export function valueOf<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(JSON.stringify(result.failure));
  return result.value;
}

/** The list of connections, as far as it is about what the service has. */
export function connectionsOf(service: Pick<InProcessService, 'account'>) {
  const account = (): Account => service.account;
  return {
    record: (key: string): ConnectionRecord | undefined => recordsOf(account()).get(key),
    records: () => [...recordsOf(account()).values()],
    row: () => undefined,
    retitle: () => undefined,
  };
}

function recordsOf({ configs, cloud_servers }: Account): Map<string, ConnectionRecord> {
  const usual = {
    protocol: 'vless',
    country: '',
    place: '',
    host: '',
    createdAt: null,
    server: null,
    forms: ['url'],
    online: 'online',
    flags: [],
    extendedSettings: null,
    locationId: null,
    serverId: null,
  } as const;
  const records = [
    ...configs.map((config): ConnectionRecord => ({
      ...usual,
      key: connectionKey({ source: 'config', configId: config.id }),
      source: 'config',
      title: config.title ?? '',
      protocol: config.protocol,
      locationId: config.location_id,
      serverId: config.server_id,
      expiresAt: config.expires_at,
      autoRenewal: config.auto_renewal,
      autoRenewalDays: config.auto_renewal_days,
    })),
    ...cloud_servers.flatMap((server) =>
      [1, 2].map((configId): ConnectionRecord => ({
        ...usual,
        key: connectionKey({ source: 'cloud', serverId: server.id, configId }),
        source: 'cloud',
        title: `On server ${String(configId)}`,
        expiresAt: server.expires_at,
        autoRenewal: server.auto_renewal,
        autoRenewalDays: server.auto_renewal_days,
      })),
    ),
  ];
  return new Map(records.map((record) => [record.key, record]));
}

/** What the device sent for a purchase, by the journal's entry. */
interface Sent {
  readonly entry: string;
  readonly ticket: string;
  readonly path: string;
}

/** A device whose list has the service's configurations and servers, with its user and the service. */
export function createBatchFixture(given: Partial<DeviceOptions> = {}) {
  const questions: ConsentQuestion[] = [];
  const changes: string[] = [];
  const sent: Sent[] = [];
  const user = { agrees: true };
  const fixture = createFixture({
    ask(question) {
      questions.push(question);
      return Promise.resolve(user.agrees ? ok(null) : { ok: false, failure: { kind: 'declined' } });
    },
    onSend(request, journal) {
      const entry = journal.entries.find(({ state }) => state === 'sending');
      if (!entry) throw new Error('sent without an intent');
      sent.push({ entry: entry.id, ticket: entry.ticket, path: new URL(request.url).pathname });
      return attemptOf(entry);
    },
    connections: {
      record: (key) => connectionsOf(fixture.service).record(key),
      records: () => connectionsOf(fixture.service).records(),
      row: () => undefined,
      retitle: () => undefined,
    },
    ...given,
    requestFaults: (request, isPurchase) => {
      if (request.method !== 'GET' && !isPurchase) {
        changes.push(`${new URL(request.url).pathname} ${request.body ?? ''}`);
      }
      return given.requestFaults?.(request, isPurchase) ?? faultsOf(isPurchase);
    },
  });
  const faultsOf = (isPurchase: boolean) =>
    isPurchase ? fixture.requestFaults.purchase : fixture.requestFaults.reads;

  /** Lets a promise settle while time passes. */
  async function after<T>(promise: Promise<T>, ms = 30_000): Promise<T> {
    await fixture.pass(ms);
    return promise;
  }

  return {
    service: fixture.service,
    sent: fixture.sent,
    requestFaults: fixture.requestFaults,
    clock: fixture.clock,
    pass: fixture.pass,
    restart: () => fixture.restart(),
    buy: fixture.buy.bind(fixture),
    get batches() {
      return fixture.batches;
    },
    get purchases() {
      return fixture.purchases;
    },
    questions,
    /** Requests that changed something and are no purchases. */
    changes,
    sentPurchases: sent,
    user,
    after,
    keys: () => fixture.service.account.configs.map(({ id }) => `config:${String(id)}`),
    serverKeys: () =>
      fixture.service.account.cloud_servers.flatMap(({ id }) =>
        [1, 2].map((config) => `cloud:${String(id)}:${String(config)}`),
      ),
    plan: async (request: BatchRequest) => valueOf(await after(fixture.batches.plan(request), 50)),
    /** Plans, and begins what was shown; answers the result at once. */
    async start(request: BatchRequest) {
      const { count, sum } = valueOf(await after(fixture.batches.plan(request), 50));
      return after(fixture.batches.start(request, { count, sum }), 50);
    },
    /** Plans, begins and waits for the end. */
    async run(request: BatchChange | BatchRequest, ms = 600_000): Promise<BatchDetail> {
      const { id } = valueOf(await this.start(request));
      await fixture.pass(ms);
      return valueOf(fixture.batches.get(id));
    },
    newest(): BatchDetail {
      const [summary] = fixture.batches.list().batches;
      return valueOf(fixture.batches.get(summary?.id ?? ''));
    },
  };
}

export const statesOf = ({ items }: BatchDetail) => items.map(({ state }) => state);

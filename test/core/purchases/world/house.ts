import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { api, type EndpointId } from '../../../../src-contract/api/index.ts';
import {
  purchaseRows,
  type PurchaseRow,
} from '../../../../src-contract/bridge/purchase-journal.ts';
import {
  TransportError,
  type Clock,
  type HttpRequest,
  type HttpResponse,
} from '../../../../src-main/core/ports.ts';
import { createApp } from '../../../../src-service/http/app.ts';
import { createFaults, parseFault, type FaultKind } from '../../../../src-service/http/faults.ts';
import { createLimiter } from '../../../../src-service/http/limits.ts';
import { createJournal } from '../../../../src-service/journal.ts';
import { createRandom } from '../../../../src-service/random.ts';
import { emptyAccount } from '../../../../src-service/seed/account.ts';
import { nextId, type House } from '../../../../src-service/store/house.ts';
import { addKey } from '../../../../src-service/store/keys.ts';
import {
  createCloudServer,
  createConfig,
  createPromocode,
} from '../../../../src-service/store/orders.ts';
import { pay } from '../../../../src-service/store/purchase.ts';
import { emptyState, type Account } from '../../../../src-service/store/state.ts';

export const serviceUrl = 'https://vpn.example.com';
export const apiKey = 'svc_testtest_0123456789abcdef01234567';

/** What one request changed at the service. */
export interface Effect {
  /** Payments that it wrote down. */
  readonly payments: readonly number[];
  /** Ids of what it created or extended: configurations, servers, options, keys of either kind. */
  readonly things: readonly number[];
  /** Roubles that it took, of either balance. */
  readonly taken: number;
  /** Subscription keys that it replaced. */
  readonly replaced: number;
}

/** One request for a row of the journal that the service carried out or refused. */
export interface Deed {
  readonly row: PurchaseRow;
  readonly body: string;
  readonly path: string;
  /** Which attempt of the device under test it was; `null` for another device. */
  readonly attempt: string | null;
  readonly status: number;
  readonly effect: Effect;
}

/**
 * The local service, called in this process: its own routes, handlers, checks, faults and store,
 * without a socket between. It keeps a record of who did what, which no client ever sees.
 */
export interface InProcessService {
  readonly account: Account;
  readonly deeds: readonly Deed[];
  /** What was carried out because a link was paid. */
  readonly paid: readonly Effect[];
  /** A key that was bought and can be paid with, once. */
  readonly promocode: string;
  readonly configId: number;
  readonly otherConfigId: number;
  readonly serverId: number;
  readonly subscriptionId: number;
  /** The row of the journal that a request is for. */
  rowOf(request: Pick<HttpRequest, 'method' | 'url'>): PurchaseRow | undefined;
  /** Answers a request that meets these faults; rejects as a transport does. */
  answer(
    request: HttpRequest,
    attempt: string | null,
    faults?: readonly FaultKind[],
  ): Promise<HttpResponse>;
  /** Whether an answer is being made. */
  isBusy(): boolean;
  /** Does something to the store when no request is being carried out: its changes are nobody's. */
  between(deed: () => void): Promise<void>;
  /** Another device of the same user sends a row. */
  other(row: EndpointId, input: OtherInput): Promise<HttpResponse>;
  /** Pays the payment with this number in the history. */
  pay(payment: number): void;
  /** Pays the payment that was opened last, if one is open; answers its number in the history. */
  payLast(): number | undefined;
}

export interface OtherInput {
  readonly path?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
}

const journalRows = purchaseRows.map((id) => ({
  id,
  method: api[id].method,
  path: new RegExp(`^${api[id].path.replaceAll(/:\w+/g, '[^/]+')}$`),
}));

export function createInProcessService(clock: Pick<Clock, 'now'>): InProcessService {
  const state = emptyState('purchases');
  const house: House = {
    state,
    random: createRandom('purchases'),
    now: () => Math.floor(clock.now() / 1000),
    nowMs: () => clock.now(),
    baseUrl: () => serviceUrl,
  };
  const account = emptyAccount(house);
  Object.assign(account, { balance: 6000, referral_balance: 5000, subscription_key: 'first' });
  state.accounts.push(account);
  addKey(account, { id: nextId(house), name: 'This device', created_at: house.now() }, apiKey);
  const vless = { protocol: 'vless', server_id: null, options: {}, auto_renewal: false } as const;
  const order = { kind: 'new-config', location_id: 2, ...vless } as const;
  const config = createConfig(house, account, order, 30);
  const otherConfig = createConfig(house, account, order, 30);
  const server = createCloudServer(
    house,
    account,
    {
      kind: 'new-cloud-server',
      location_id: 3,
      tariff_config_id: 1,
      hostname: null,
      auto_renewal: false,
    },
    30,
  );
  Object.assign(server, { status: 'active', url: '198.51.100.9' });
  const bought = createPromocode(house, account, { kind: 'key', product_type: 'configs' }, 30);
  const subscriptionId = nextId(house);
  account.subscriptions.push({
    id: subscriptionId,
    title: 'Home',
    subscription_key: 'second',
    items: [],
    template_enabled: false,
    template: null,
    device_settings: { block_unknown_devices: false, device_limit: 0 },
    devices: [],
  });
  const faults = createFaults([], createRandom('faults'));
  const app = createApp(
    {
      house,
      journal: createJournal(),
      limiter: createLimiter('off', 'sliding', () => clock.now()),
      checkAnswers: false,
      report: (message) => {
        throw new Error(message);
      },
      changed: () => undefined,
    },
    faults,
  );
  const deeds: Deed[] = [];
  const paid: Effect[] = [];
  /** One request after the other, so that what changed is known to be this one's. */
  let turn: Promise<unknown> = Promise.resolve();
  let underWay = 0;

  function rowOf({ method, url }: Pick<HttpRequest, 'method' | 'url'>): PurchaseRow | undefined {
    const { pathname } = new URL(url);
    return journalRows.find((row) => row.method === method && row.path.test(pathname))?.id;
  }

  async function carryOut(
    request: HttpRequest,
    attempt: string | null,
    kinds: readonly FaultKind[],
  ): Promise<HttpResponse> {
    faults.replace(kinds.map((kind) => parseFault(`*:${kind}:1:1`)));
    const wire = new Wire();
    const before = photograph(house, account);
    const { method, url, headers, body } = request;
    const response = await app.fetch(
      new Request(url, { method, headers, ...(body !== undefined && { body }) }),
      wire,
    );
    const row = rowOf(request);
    if (row && !kinds.includes('drop-before')) {
      const effect = changes(before, photograph(house, account));
      const path = new URL(url).pathname;
      deeds.push({ row, body: body ?? '', path, attempt, status: response.status, effect });
    }
    if (response === RESPONSE_ALREADY_SENT) throw new TransportError('cut', true);
    return {
      status: response.status,
      headers: {
        ...Object.fromEntries(response.headers),
        date: new Date(house.now() * 1000).toUTCString(),
      },
      body: new Uint8Array(await response.arrayBuffer()),
    };
  }

  function inTurn<T>(run: () => T | Promise<T>): Promise<T> {
    underWay += 1;
    const done = turn.then(run).finally(() => {
      underWay -= 1;
    });
    turn = done.catch(() => undefined);
    return done;
  }

  function answer(
    request: HttpRequest,
    attempt: string | null,
    kinds: readonly FaultKind[] = [],
  ): Promise<HttpResponse> {
    return inTurn(() => carryOut(request, attempt, kinds));
  }

  function payNow(number: number): void {
    const payment = state.payments.find(({ history_id }) => history_id === number);
    if (!payment) throw new Error('no such payment was opened');
    const before = photograph(house, account);
    pay(house, payment);
    paid.push(changes(before, photograph(house, account)));
  }

  return {
    account,
    deeds,
    paid,
    promocode: bought.code,
    configId: config.id,
    otherConfigId: otherConfig.id,
    serverId: server.id,
    subscriptionId,
    rowOf,
    answer,
    isBusy: () => underWay > 0,
    between: inTurn,
    other(row, { path, body }) {
      return answer(
        {
          method: api[row].method,
          url: `${serviceUrl}${pathOf(row, path)}`,
          headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
          ...(body !== undefined && { body: JSON.stringify(body) }),
        },
        null,
      );
    },
    pay: payNow,
    payLast() {
      const last = state.payments.findLast((payment) => !payment.paid);
      if (last) payNow(last.history_id);
      return last?.history_id;
    },
  };
}

/** What Node's server hands to the routes: enough of a socket to be dropped or cut. */
class Wire {
  readonly incoming = { socket: { remoteAddress: '127.0.0.1', destroy: () => undefined } };
  readonly outgoing = {
    writeHead: () => undefined,
    write: (_bytes: unknown, done: () => void) => {
      done();
    },
  };
}

interface Photograph {
  readonly payments: ReadonlySet<number>;
  readonly things: ReadonlyMap<number, number>;
  readonly money: number;
  readonly keys: readonly (string | null)[];
}

function photograph({ state }: House, account: Account): Photograph {
  return {
    payments: new Set(account.history.map(({ id }) => id)),
    things: new Map([
      ...account.configs.map(({ id, expires_at }) => [id, expires_at] as const),
      ...account.cloud_servers.map(({ id, expires_at }) => [id, expires_at] as const),
      ...account.paid_options.map(({ option_id, expires_at }) => [option_id, expires_at] as const),
      ...state.promocodes.map(({ id }) => [id, 0] as const),
      ...account.keys.map(({ id }) => [id, 0] as const),
    ]),
    money: account.balance + account.referral_balance,
    keys: [
      account.subscription_key,
      ...account.subscriptions.map(({ subscription_key }) => subscription_key),
    ],
  };
}

function changes(before: Photograph, now: Photograph): Effect {
  return {
    payments: [...now.payments].filter((id) => !before.payments.has(id)),
    things: [...now.things].flatMap(([id, at]) => (before.things.get(id) === at ? [] : [id])),
    taken: before.money - now.money,
    replaced: now.keys.filter((key, at) => key !== before.keys[at]).length,
  };
}

/** A row's path with its `:names` filled in. */
export function pathOf(row: EndpointId, values: OtherInput['path']): string {
  return api[row].path.replace(/:(\w+)/g, (_, name: string) => String(values?.[name]));
}

/** Whether anything was changed at all. */
export function hadEffect({ payments, things, taken, replaced }: Effect): boolean {
  return payments.length > 0 || things.length > 0 || taken !== 0 || replaced > 0;
}

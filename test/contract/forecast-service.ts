import fc from 'fast-check';
import { api, type EndpointId } from '#contract/api/index.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import type { CloudServer, CloudTariff } from '#contract/records/cloud-servers.ts';
import type { VpnConfig } from '#contract/records/configs.ts';
import type { PaidOption, PaidOptionTariff } from '#contract/records/paid-options.ts';
import type { Profile } from '#contract/records/profile.ts';
import type { ConfigPaymentMethod } from '#contract/records/shared.ts';
import { expiringThings, type Expiring } from '#contract/upcoming/expiring.ts';
import { movable } from '#service/clock.ts';
import { usualReadings } from '#service/readings.ts';
import { createService } from '#service/service.ts';
import { fetchInProcess } from '#test/service/in-process.ts';

/** Seconds between two looks at the service; everything expires at a multiple of it. */
const step = 6 * 3600;
const start = Date.UTC(2026, 4, 11, 9);

interface DrawnRenewal {
  /** Of the start, in steps. */
  readonly expires: number;
  readonly on: boolean;
  readonly days: number | null;
}

/** An account with what the test varies: what it owns, what renews, and what that costs it. */
export interface DrawnAccount {
  readonly configs: readonly DrawnRenewal[];
  readonly servers: readonly DrawnRenewal[];
  readonly options: readonly DrawnRenewal[];
  readonly balance: number;
  readonly rules: readonly { readonly type: string; readonly percent: number }[];
  readonly decimal: boolean;
}

/** Random accounts; auto-renewal for `listed` periods is for those of the tariffs, whose prices are known. */
export function accountsOf(periods: 'listed' | 'any'): fc.Arbitrary<DrawnAccount> {
  const listed = [30, 30, 30, 90, 180];
  const days: readonly (number | null)[] = periods === 'listed' ? listed : [...listed, 7, 45, null];
  const renewal = fc.record({
    expires: fc.integer({ min: 1, max: 400 }),
    on: fc.oneof({ weight: 4, arbitrary: fc.constant(true) }, fc.constant(false)),
    days: fc.constantFrom(...days),
  });
  const most = (maxLength: number) => fc.array(renewal, { maxLength });
  return fc.record({
    configs: most(6),
    servers: most(3),
    options: most(2),
    balance: fc.integer({ min: 0, max: 6000 }),
    rules: fc.array(
      fc.record({
        type: fc.constantFrom('all', 'config', 'configs', 'cloud_servers', 'paid_option'),
        percent: fc.constantFrom(-50, -15, -7.5, 12),
      }),
      { maxLength: 2 },
    ),
    decimal: fc.boolean(),
  });
}

/** What the service charged: when (Unix milliseconds), for what, how much. */
type Payment = readonly [at: number, key: string, price: number];

/** The account as an API client reads it, and the service that it is in. */
export interface RunAccount {
  readonly things: readonly Expiring[];
  readonly balance: number;
  /** Unix milliseconds. */
  readonly from: number;
  /** Adds to the balance. */
  readonly add: (roubles: number) => void;
  /** Moves the service's clock on, step by step. */
  readonly forward: (
    days: number,
  ) => { readonly at: number; readonly balance: number; readonly payments: Payment[] }[];
  /** Keys of what has expired by now. */
  readonly expired: () => string[];
}

export async function openAccount(drawn: DrawnAccount): Promise<RunAccount> {
  const readings = { ...usualReadings, ...(drawn.decimal && { amounts: 'decimal' as const }) };
  const clock = movable({ now: () => start });
  const service = createService({ limits: 'off', clock, readings }, () => 'http://local.invalid');
  const { control } = service;
  const account = control.account();
  account.configs = furnish(account.configs, drawn.configs);
  account.cloud_servers = furnish(account.cloud_servers, drawn.servers);
  account.paid_options = furnish(account.paid_options, drawn.options);
  account.pricing_rules = drawn.rules.map((rule) => ({
    ...rule,
    product_title: '',
    comment: null,
  }));
  account.balance = drawn.balance;

  const read = async (id: EndpointId, query = ''): Promise<unknown> => {
    const { path }: Endpoint = api[id];
    const headers = { authorization: `Bearer ${service.key}` };
    const request = {
      method: 'GET',
      url: `http://local.invalid${path}${query}`,
      headers,
      maxAnswerBytes: 1e7,
    } as const;
    const answer = (await (await fetchInProcess(service.app, request)).json()) as { data: unknown };
    return api[id].data.parse(answer.data);
  };
  const configs = (await read('configs.list', '?limit=1000&offset=0')) as readonly VpnConfig[];
  const things = expiringThings({
    connections: configs.map((config) => ({
      key: `config:${String(config.id)}`,
      source: 'config',
      title: config.title ?? '',
      protocol: '',
      place: '',
      expiresAt: config.expires_at,
      autoRenewal: config.auto_renewal,
      autoRenewalDays: config.auto_renewal_days,
    })),
    servers: (await read('cloudServers.list')) as readonly CloudServer[],
    places: undefined,
    options: (await read('paidOptions.list')) as readonly PaidOption[],
    prices: {
      config: (await read('configs.tariffs')) as readonly ConfigPaymentMethod[],
      server: (await read('cloudServers.tariffs')) as readonly CloudTariff[],
      option: (await read('paidOptions.tariffs')) as readonly PaidOptionTariff[],
    },
  });
  const { balance } = (await read('profile.get')) as Profile;

  /** When each thing expires now, Unix milliseconds, by its key. */
  const expiries = (): Map<string, number> => {
    const { configs: own, cloud_servers: servers, paid_options: options } = control.account();
    return new Map([
      ...own.map(({ id, expires_at: at }) => [`config:${String(id)}`, at * 1000] as const),
      ...servers.map(({ id, expires_at: at }) => [`cloud:${String(id)}`, at * 1000] as const),
      ...options.map(
        ({ option_id: id, expires_at: at }) => [`paid:${String(id)}`, at * 1000] as const,
      ),
    ]);
  };

  return {
    things,
    balance,
    from: start,
    add(roubles) {
      control.setBalance({ balance: control.account().balance + roubles });
    },
    forward: (days) =>
      Array.from({ length: (days * 86_400) / step }, () => {
        const before = expiries();
        const paidBefore = control.account().history.length;
        control.advance(step);
        const renewed = [...expiries()].filter(([key, at]) => before.get(key) !== at);
        const { history, balance: left } = control.account();
        // The newest is first.
        const charged = history.slice(0, history.length - paidBefore).toReversed();
        const at = control.now() * 1000;
        const payments = charged.map((payment, n): Payment => [
          at,
          renewed[n]?.[0] ?? '',
          Number(payment.amount),
        ]);
        return { at, balance: left, payments };
      }),
    expired: () =>
      [...expiries()]
        .filter(([, at]) => at <= control.now() * 1000)
        .map(([key]) => key)
        .toSorted(),
  };
}

/** The account's own records with the drawn renewals; there are only as many as it had. */
function furnish<Record extends object>(
  records: readonly Record[],
  renewals: readonly DrawnRenewal[],
): Record[] {
  return records.slice(0, renewals.length).map((record, n) => {
    const { expires, on, days } = renewals[n] ?? { expires: 1, on: false, days: null };
    return {
      ...record,
      expires_at: start / 1000 + expires * step,
      auto_renewal: on,
      auto_renewal_days: days,
    };
  });
}

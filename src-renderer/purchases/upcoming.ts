import { computed, type Ref } from 'vue';
import { dayMs, productKinds } from '#contract/constants.ts';
import { products } from '#contract/products.ts';
import { expiringThings, type Expiring } from '#contract/upcoming/expiring.ts';
import { forecast, mostTopUp } from '#contract/upcoming/forecast.ts';
import { useEndpointQuery } from '#renderer/lib/queries/use-endpoint-query.ts';
import { expiryTone } from '#renderer/lib/texts/expiry.ts';
import { useClockStore } from '#renderer/lib/stores/clock.ts';
import { useConnectionsStore } from '#renderer/lib/stores/connections.ts';
import { useSyncStore } from '#renderer/lib/stores/sync.ts';

/** What to top up where so many roubles are missing: no less than a method takes, no more than one top-up. */
export function useTopUpSum() {
  const tariffs = useEndpointQuery('configs.tariffs', {});
  return (missing: number): number => {
    const inRoubles = tariffs.data.value?.filter(({ currency }) => currency === 'RUB') ?? [];
    const [least = 0] = inRoubles.map((way) => way.min_amount).toSorted((one, two) => one - two);
    return Math.min(Math.ceil(Math.max(missing, least)), mostTopUp);
  };
}

/** How a renewal that is not paid is shown: as urgent once its expiry, Unix milliseconds, is near. */
export function shortTone(at: number, now: number): string {
  return expiryTone(at / 1000, now) === 'later' ? 'text-warning' : 'text-error';
}

function useConfigs() {
  const connections = useConnectionsStore();
  const sync = useSyncStore();
  void connections.readOnce();
  const rows = computed(() => [...connections.all()].filter(({ source }) => source === 'config'));
  /** Why some of them may be missing: the list was never read, or not to its end. */
  const failure = computed(() => {
    const { failure: last, refreshedAt } = sync.state;
    if (last?.endpoint !== 'configs.list') return null;
    return refreshedAt === null || last.kind === 'bad-response' ? last : null;
  });
  return {
    rows,
    failure: computed(() => connections.failure ?? failure.value),
    isPending: computed(() => {
      if (!connections.loaded) return connections.failure === null;
      return sync.arriving && sync.state.failure === null;
    }),
    isPartial: computed(
      () =>
        !connections.loaded ||
        failure.value !== null ||
        rows.value.some(({ unreadable }) => unreadable === true),
    ),
    async refresh(): Promise<void> {
      if (connections.failure !== null) await connections.readOnce();
      if (failure.value !== null) await sync.refresh();
    },
  };
}

/** Prices are requested only for the kinds of which something renews itself. */
function useExpiring(until: Readonly<Ref<number>>) {
  const configs = useConfigs();
  const profile = useEndpointQuery('profile.get', {});
  const servers = useEndpointQuery('cloudServers.list', {});
  const places = useEndpointQuery('cloudServers.locations', {});
  const options = useEndpointQuery('paidOptions.list', {});
  const wants = {
    config: computed(() => configs.rows.value.some(({ autoRenewal }) => autoRenewal === true)),
    server: computed(() => servers.data.value?.some((each) => each.auto_renewal) === true),
    // Their titles are in their price list.
    option: computed(() => (options.data.value ?? []).length > 0),
  };
  const prices = {
    config: useEndpointQuery(products.config.tariffs, () => (wants.config.value ? {} : null)),
    server: useEndpointQuery(products.server.tariffs, () => (wants.server.value ? {} : null)),
    option: useEndpointQuery(products.option.tariffs, () => (wants.option.value ? {} : null)),
  };
  const reads = computed(() => [
    profile,
    servers,
    options,
    ...productKinds.filter((kind) => wants[kind].value).map((kind) => prices[kind]),
  ]);

  const things = computed((): Expiring[] =>
    expiringThings({
      // What expires later counts for nothing, and of ten thousand that is most.
      connections: configs.rows.value.filter(
        ({ expiresAt }) => expiresAt !== null && expiresAt * 1000 <= until.value,
      ),
      servers: servers.data.value,
      places: places.data.value,
      options: options.data.value,
      prices: {
        config: prices.config.data.value,
        server: prices.server.data.value,
        option: prices.option.data.value,
      },
    }),
  );
  return { configs, profile, servers, options, reads, things };
}

/** What expires and renews itself in so many days, and what is left of the balance. */
export function useUpcoming(days: () => number) {
  const clock = useClockStore();
  const until = computed(() => clock.minute + days() * dayMs);
  const { configs, profile, servers, options, reads, things } = useExpiring(until);
  /** The balance is known as it was then: what was due since is counted too. */
  const from = computed(() => Math.min(profile.fetchedAt.value ?? clock.minute, clock.minute));
  /** Some of what the account has could not be read, so it is not in the sums. */
  const isPartial = computed(
    () =>
      configs.isPartial.value ||
      [servers, options].some(
        ({ data, unreadable }) => data.value === undefined || unreadable.value.length > 0,
      ),
  );
  const result = computed(() =>
    forecast({
      things: things.value,
      isPartial: isPartial.value,
      balance: profile.data.value?.balance,
      from: from.value,
      until: until.value,
    }),
  );

  return {
    until,
    result,
    isRenewing: computed(() => result.value.events.some(({ thing }) => thing.autoRenewal)),
    isPending: computed(
      () => configs.isPending.value || reads.value.some((read) => read.isPending.value),
    ),
    isPartial,
    error: computed(
      () =>
        configs.failure.value ?? reads.value.find((read) => read.error.value)?.error.value ?? null,
    ),
    async refresh(): Promise<void> {
      await configs.refresh();
      await Promise.all(reads.value.map((read) => read.refresh()));
    },
  };
}

export type Upcoming = ReturnType<typeof useUpcoming>;

import { computed, toValue, type MaybeRefOrGetter } from 'vue';
import { pageOfDevices } from '#contract/constants.ts';
import type { ConnectionRow } from '#contract/ipc/connections.ts';
import { paidOptionOf } from '#contract/connections/sources.ts';
import { deviceFactsOf, hasProblem, whyNotWorking } from '#contract/connections/why-not-working.ts';
import { useEndpointQuery } from './queries/use-endpoint-query.ts';
import { useClockStore } from './stores/clock.ts';
import { useConnectionsStore } from './stores/connections.ts';
import { useSyncStore } from './stores/sync.ts';

/** Once the user has asked, its paid option or the devices are read behind the answer. */
export function useWhy(
  row: MaybeRefOrGetter<ConnectionRow>,
  copiedAt: MaybeRefOrGetter<number | undefined>,
) {
  const clock = useClockStore();
  const connections = useConnectionsStore();
  const sync = useSyncStore();
  const asked = computed(() => connections.explained === toValue(row).key);
  const option = computed(() => paidOptionOf(toValue(row).key));
  useEndpointQuery('paidOptions.subscription', () =>
    asked.value && option.value !== undefined ? { path: { id: option.value } } : null,
  );
  const devices = useEndpointQuery('devices.list', () =>
    asked.value && option.value === undefined ? { query: pageOfDevices } : null,
  );
  const why = computed(() => {
    const { data, fetchedAt } = devices;
    return whyNotWorking({
      row: toValue(row),
      now: clock.minute,
      copiedAt: toValue(copiedAt),
      offline: sync.offline,
      devices: data.value && deviceFactsOf(data.value, fetchedAt.value ?? 0),
      namesFail: connections.namesFail,
      other: connections.replacementFor(toValue(row)),
    });
  });
  return {
    why,
    /** The user asked about this connection. */
    asked,
    /** Whoever asks; before the service was reached, states are old and say nothing. */
    notWell: computed(
      () =>
        hasProblem(why.value) &&
        (why.value.cause !== 'unknown' || sync.state.network !== 'unknown'),
    ),
  };
}

import type { Ref } from 'vue';
import type { Protocol } from '#contract/values.ts';
import { useEndpointQuery } from '#renderer/composables/queries/use-endpoint-query.ts';
import { numbersOf } from './connection-rows.ts';

/** The servers that can take a configuration, by the row of its source. */
export function useFreeServers(
  key: string,
  protocol: Readonly<Ref<Protocol>>,
  location: Readonly<Ref<number | null>>,
) {
  const [id] = numbersOf(key);
  const own = useEndpointQuery('configs.availableServers', () =>
    key.startsWith('config:') && location.value !== null
      ? { query: { location_id: location.value, protocol: protocol.value } }
      : null,
  );
  const ofOption = useEndpointQuery('paidOptions.availableServers', () =>
    key.startsWith('paid:') ? { path: { id }, query: { protocol: protocol.value } } : null,
  );
  return key.startsWith('paid:') ? ofOption : own;
}

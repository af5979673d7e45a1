import type { Ref } from 'vue';
import type { Protocol } from '#contract/constants.ts';
import { useEndpointQuery } from '#renderer/lib/queries/use-endpoint-query.ts';
import { parseConnectionKey } from '#contract/rules/connection-key.ts';

/** The servers that can take a configuration, by the row of its source. */
export function useFreeServers(
  key: string,
  protocol: Readonly<Ref<Protocol | ''>>,
  location: Readonly<Ref<number | null>>,
) {
  const id = parseConnectionKey(key);
  const own = useEndpointQuery('configs.availableServers', () =>
    id?.source === 'config' && location.value !== null && protocol.value !== ''
      ? { query: { location_id: location.value, protocol: protocol.value } }
      : null,
  );
  const ofOption = useEndpointQuery('paidOptions.availableServers', () =>
    id?.source === 'paid' && protocol.value !== ''
      ? { path: { id: id.optionId }, query: { protocol: protocol.value } }
      : null,
  );
  return id?.source === 'paid' ? ofOption : own;
}

import { useIntervalFn } from '@vueuse/core';
import { computed, watch, type Ref } from 'vue';
import type { Api } from '#contract/api/index.ts';
import { protocols, type Protocol } from '#contract/constants.ts';
import type { DataOf } from '#contract/endpoint.ts';
import { call } from '#renderer/lib/ipc.ts';
import { useEndpointQuery } from '#renderer/lib/queries/use-endpoint-query.ts';
import { usePurchaseDrafts } from './purchase-drafts.ts';

const id = 'configs.availableServers';
type Servers = DataOf<Api[typeof id]>;

/** Leaves the endpoint, which takes five in five seconds, to a click at any time, milliseconds. */
const paceMs = 1500;

/**
 * Where servers are free for a new configuration. The service lists them for one place and protocol at a
 * time: while the form is open each list is read once, before it is needed.
 *
 * @param places in the order in which they are shown; none where no server is needed
 */
export function useFreeServers(
  places: () => readonly number[],
  location: Ref<number | null>,
  protocol: Ref<Protocol>,
) {
  const drafts = usePurchaseDrafts();
  const keyOf = (place: number | null, of: Protocol) => `${String(place)} ${of}`;
  const isFree = (place: number | null, of: Protocol) => drafts.freeServers.get(keyOf(place, of));
  const isFull = computed(
    () => places().length > 0 && isFree(location.value, protocol.value) === false,
  );
  const isSoldOut = computed(
    () => places().length > 0 && places().every((place) => isFree(place, protocol.value) === false),
  );
  /** Where another protocol may be free. */
  const near = computed(() => location.value ?? places()[0] ?? null);
  const others = computed(() => protocols.filter((each) => isFree(near.value, each)));
  const query = (place: number, of: Protocol) => ({
    query: { location_id: place, protocol: of },
  });
  const here = useEndpointQuery(id, () =>
    location.value === null || places().length === 0 ? null : query(location.value, protocol.value),
  );

  function note(key: string, servers: Servers | undefined): void {
    if (servers === undefined) return;
    const isFound = servers.some(({ available_slots }) => available_slots > 0);
    drafts.freeServers = new Map([...drafts.freeServers, [key, isFound]]);
  }
  const noteHere = () => note(keyOf(location.value, protocol.value), here.data.value);
  watch(here.data, noteHere, { immediate: true });

  const requested = new Set<string>();
  let isReading = false;
  async function readNext(): Promise<void> {
    // Two other protocols are enough to choose from.
    const isShort = (isFull.value || isSoldOut.value) && others.value.length < 2;
    const instead = isShort ? protocols : [];
    const next = [
      ...instead.map((each) => [near.value ?? 0, each] as const),
      ...places().map((place) => [place, protocol.value] as const),
    ].find((each) => !requested.has(keyOf(...each)));
    if (next === undefined || isReading) return;
    requested.add(keyOf(...next));
    isReading = true;
    const answer = await call('cache.read', { id, input: query(...next), ahead: true });
    isReading = false;
    // Main has checked the value against the endpoint's schema.
    if (answer.ok) note(keyOf(...next), answer.value.value as Servers | undefined);
  }
  useIntervalFn(() => void readNext(), paceMs, { immediateCallback: true });

  const elsewhere = computed(() => places().find((place) => isFree(place, protocol.value)));
  /** `others` and `elsewhere`: what is free besides the selected protocol in the selected place. */
  return { isFree, isFull, isSoldOut, here, others, elsewhere };
}

import { computed } from 'vue';
import { useRoute, useRouter, type RouteLocationRaw } from 'vue-router';

/**
 * The page of a custom subscription, to put these connections into its bundle. They stand in the
 * address until they are in it.
 *
 * @param subscription its id, or `new` for one to be created
 * @param keys of connections
 */
export function pathToAdd(subscription: number | 'new', keys: readonly string[]): RouteLocationRaw {
  return { path: `/subscriptions/${String(subscription)}`, query: { add: keys.join(',') } };
}

/** The connections that the address asks to put in. */
export function useWantedItems() {
  const route = useRoute();
  const router = useRouter();
  return {
    /** Their keys; none where the address names none. */
    keys: computed((): readonly string[] => {
      const { add } = route.query;
      return typeof add === 'string' && add !== '' ? add.split(',') : [];
    }),
    /** They are in the bundle, or cannot be. */
    taken: () => void router.replace(route.path),
  };
}

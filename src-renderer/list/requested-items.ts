import { computed } from 'vue';
import { useRoute, useRouter, type RouteLocationRaw } from 'vue-router';

/** How many items a custom subscription holds at most (specification, part 3, Limits 7). */
export const maxItems = 50;

/** The editor of a subscription (`new`: a new one) with these connections in it. */
export function pathToAdd(subscription: number | 'new', keys: readonly string[]): RouteLocationRaw {
  return { path: `/subscriptions/${String(subscription)}`, query: { add: keys.join(',') } };
}

/** The connections in the address that are to be added to the bundle. */
export function useRequestedItems() {
  const route = useRoute();
  const router = useRouter();
  return {
    /** Their keys; none where the address names none. */
    keys: computed((): readonly string[] => {
      const { add } = route.query;
      return typeof add === 'string' && add !== '' ? add.split(',') : [];
    }),
    taken: () => void router.replace(route.path),
  };
}

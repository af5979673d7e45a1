import { onScopeDispose } from 'vue';
import {
  isNavigationFailure,
  NavigationFailureType,
  useRoute,
  useRouter,
  type RouteLocationNormalizedGeneric,
} from 'vue-router';

/**
 * Opens the connection that the address names, at first and with every navigation to it: also with
 * one to the same address, where another connection was made current or the panel was closed since.
 */
export function useConnectionAddress(open: (key: string) => void): void {
  function visit({ params }: RouteLocationNormalizedGeneric): void {
    const { key } = params;
    if (typeof key === 'string' && key !== '') open(key);
  }
  visit(useRoute());
  onScopeDispose(
    useRouter().afterEach((to, _from, failure) => {
      const repeated = isNavigationFailure(failure, NavigationFailureType.duplicated);
      if (failure === undefined || repeated) visit(to);
    }),
  );
}

import { inject, provide, toValue, type InjectionKey, type MaybeRefOrGetter } from 'vue';

const pageAge: InjectionKey<MaybeRefOrGetter<number | null>> = Symbol('page-age');

/**
 * Provides the page's age to its sections: they show their own only where it differs.
 *
 * @param readAt Unix milliseconds; `null` where the page says no age
 */
export function providePageAge(readAt: MaybeRefOrGetter<number | null>): void {
  provide(pageAge, readAt);
}

/** When what the page says the age of was read, Unix milliseconds. */
export function usePageAge(): () => number | null {
  const readAt = inject(pageAge, null);
  return () => toValue(readAt);
}

import { inject, provide, toValue, type InjectionKey, type MaybeRefOrGetter } from 'vue';

const pageAge: InjectionKey<MaybeRefOrGetter<number | null>> = Symbol('page-age');

/**
 * Tells the sections below when what the page says the age of was read: they say their own only
 * where it is another one.
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

import { inject, provide, toValue, type InjectionKey, type MaybeRefOrGetter } from 'vue';

const pageAge: InjectionKey<MaybeRefOrGetter<number | null>> = Symbol('page-age');

/** Sections show their own age only where it differs from the page's, Unix ms. */
export function providePageAge(readAt: MaybeRefOrGetter<number | null>): void {
  provide(pageAge, readAt);
}

/** When what the page says the age of was read, Unix milliseconds. */
export function usePageAge(): () => number | null {
  const readAt = inject(pageAge, null);
  return () => toValue(readAt);
}

import {
  computed,
  inject,
  onScopeDispose,
  provide,
  shallowReactive,
  type ComputedRef,
  type InjectionKey,
} from 'vue';
import type { Failure } from '#contract/failure.ts';
import { useFailureText } from '#renderer/composables/texts/failure-text.ts';

/** A section of a page that could not be read, if it could not. */
interface Section {
  /** What it says of it; empty where it was read. */
  readonly said: ComputedRef<string>;
  readonly retry: () => void;
}

const pageSections: InjectionKey<Section[]> = Symbol('page-failure');

/** Lets the sections of a page that failed for the same reason say it once. */
export function providePageFailure(): void {
  provide(pageSections, shallowReactive([]));
}

/**
 * What a section of a page failed with, among all of the page. The first of those that would say the
 * same says it, and tries all of them again.
 */
export function usePageFailure(failure: () => Failure | null, retry: () => void) {
  const describe = useFailureText();
  const sections = inject(pageSections, () => shallowReactive<Section[]>([]), true);
  const said = computed(() => {
    const now = failure();
    // When it is tried again is not what happened.
    return now === null ? '' : JSON.stringify(describe(now, Infinity));
  });
  const own: Section = { said, retry };
  sections.push(own);
  onScopeDispose(() => {
    sections.splice(sections.indexOf(own), 1);
  });
  const alike = computed(() => sections.filter((each) => each.said.value === said.value));
  return {
    isSaidAbove: computed(() => said.value !== '' && alike.value[0] !== own),
    retryAll: (): void => {
      for (const each of alike.value) each.retry();
    },
  };
}

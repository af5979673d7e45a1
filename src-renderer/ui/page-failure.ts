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
import { useFailureText } from '#renderer/lib/texts/failure-text.ts';

interface Section {
  /** The text of its failure; empty if it was read. */
  readonly text: ComputedRef<string>;
  readonly retry: () => void;
}

const pageSections: InjectionKey<Section[]> = Symbol('page-failure');

/** Lets the sections of a page that failed for the same reason show it once. */
export function providePageFailure(): void {
  provide(pageSections, shallowReactive([]));
}

/** The first of these sections shows the failure, and its button retries all. */
export function usePageFailure(failure: () => Failure | null, retry: () => void) {
  const describe = useFailureText();
  const sections = inject(pageSections, () => shallowReactive<Section[]>([]), true);
  const text = computed(() => {
    const now = failure();
    // The same failure with another retry time counts as the same.
    return now === null ? '' : JSON.stringify(describe(now, Infinity));
  });
  const own: Section = { text, retry };
  sections.push(own);
  onScopeDispose(() => {
    sections.splice(sections.indexOf(own), 1);
  });
  const alike = computed(() => sections.filter((each) => each.text.value === text.value));
  return {
    isShownAbove: computed(() => text.value !== '' && alike.value[0] !== own),
    retryAll: (): void => {
      for (const each of alike.value) each.retry();
    },
  };
}

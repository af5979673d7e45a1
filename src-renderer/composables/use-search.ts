import { nextTick, shallowRef, watch, type Ref } from 'vue';
import { createLatest } from './latest.ts';

/**
 * What main finds for the text that is typed: only ever the answer to the newest search, however the
 * answers overtake each other.
 *
 * @param search what is typed
 * @param find asks main, with the text trimmed; answers `undefined` where it fails
 */
export function useSearch<Found>(
  search: Readonly<Ref<string>>,
  find: (text: string) => Promise<Found | undefined>,
) {
  const found = shallowRef<Found>();
  const searches = createLatest();
  let settled = Promise.resolve();
  /** What `found` answers. */
  let answered: string | undefined;

  async function ask(text: string): Promise<void> {
    const isLatest = searches.begin();
    const answer = await find(text);
    // Rows of an earlier search are dropped: a caller that waits gets the newest search.
    if (!isLatest()) return settled;
    found.value = answer;
    answered = answer === undefined ? undefined : text;
  }

  function isAnswered(): boolean {
    return answered === search.value.trim();
  }

  function refresh(): Promise<void> {
    settled = ask(search.value.trim());
    return settled;
  }

  watch(search, refresh, { immediate: true });

  return {
    /** `undefined` before the first answer, and where the newest search failed. */
    found,
    /** Asks again for the same text. */
    refresh,
    /** Whether `found` answers what is typed now. */
    isAnswered,
    /** Resolves when `found` answers what is typed now: Enter can be faster than the answer. */
    settle: async (): Promise<void> => {
      if (isAnswered()) return;
      await nextTick();
      await settled;
    },
  };
}

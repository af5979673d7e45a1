import { useEventListener } from '@vueuse/core';
import type { Ref } from 'vue';
import { shortcutKey } from '#renderer/lib/keys.ts';
import { isPlainKey } from '#renderer/lib/text-field.ts';

/** What lies over the page and takes the keys while it is open. */
const overlaySelector = '[role=dialog], [role=alertdialog], [role=menu], dialog[open]';

/** Whether a key types a character that is no shortcut. A space presses or scrolls instead. */
function startsSearch(event: KeyboardEvent): boolean {
  return /^[^ ]$/u.test(event.key) && shortcutKey(event) !== '?';
}

/** A slash or Ctrl+F selects what is searched; a character may continue it, from the page or anywhere in its list. */
export function useSearchKeys(options: {
  /** Where else than on the page itself a character continues it. */
  readonly list?: Readonly<Ref<HTMLElement | null>>;
  readonly beside?: Readonly<Ref<HTMLElement | null>>;
  readonly focusSearch: () => void;
  /** Absent where the page takes secrets: one that is typed past its field must not show. */
  readonly continueSearch?: () => void;
}): void {
  const { list, beside, focusSearch, continueSearch } = options;

  function isFree({ target }: Event): boolean {
    if (!(target instanceof HTMLElement)) return false;
    return (
      // A link that has led here keeps the focus, and has no letters of its own.
      target.matches('body, main, nav a') ||
      target === beside?.value ||
      list?.value?.contains(target) === true
    );
  }

  useEventListener(window, 'keydown', (event: KeyboardEvent) => {
    const finds = (event.ctrlKey || event.metaKey) && shortcutKey(event) === 'F';
    if (!isPlainKey(event) && !finds) return;
    if (finds || shortcutKey(event) === '/') {
      event.preventDefault();
      focusSearch();
    } else if (
      continueSearch !== undefined &&
      startsSearch(event) &&
      isFree(event) &&
      document.querySelector(overlaySelector) === null
    ) {
      // The character is typed by the browser, which looks for the focus after this listener.
      continueSearch();
    }
  });
}

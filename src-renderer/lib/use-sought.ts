import { watch, type Ref } from 'vue';
import { useI18n } from './i18n.ts';
import { useSettingsStore } from './stores/settings.ts';

/**
 * Scrolls to a setting or a section, and brings the keyboard there, when it is the one that is
 * looked for, also where it is shown only later.
 *
 * @param name what it is called in the language of the window
 * @param control what takes the focus
 */
export function useSought(
  name: () => string,
  element: Readonly<Ref<HTMLElement | null>>,
  control: (element: HTMLElement) => HTMLElement | null,
): void {
  const { t } = useI18n();
  const settings = useSettingsStore();
  watch(
    () => settings.sought !== null && element.value !== null && t(settings.sought) === name(),
    (isSought) => {
      if (!isSought || element.value === null) return;
      settings.seek(null);
      unfold(element.value);
      element.value.scrollIntoView({ block: 'start' });
      control(element.value)?.focus({ preventScroll: true });
    },
    { immediate: true, flush: 'post' },
  );
}

/** Opens the disclosure that an element is in. */
export function unfold(element: HTMLElement | null): void {
  const folded = element?.closest('details');
  if (folded) folded.open = true;
}

import { watch, type Ref } from 'vue';
import { useI18n } from './i18n.ts';
import { useSettingsStore } from './stores/settings.ts';

/** Scrolls to the setting that is looked for, and brings the keyboard there. */
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

import { usePreferredDark } from '@vueuse/core';
import { computed, watch } from 'vue';
import { useSettingsStore } from './stores/settings.ts';

/** Applies the theme of the settings to the document; `system` follows the system as it changes. */
export function useTheme() {
  const settings = useSettingsStore();
  const systemDark = usePreferredDark();
  const dark = computed(() =>
    settings.state.theme === 'system' ? systemDark.value : settings.state.theme === 'dark',
  );
  watch(
    dark,
    (isDark) => {
      document.documentElement.classList.toggle('dark', isDark);
      document.documentElement.classList.toggle('light', !isDark);
    },
    { immediate: true },
  );
  return { dark };
}

import { shallowRef, watch } from 'vue';
import { loadMessages } from '#renderer/locales/load-messages.ts';
import type { MessageKey } from '#renderer/locales/messages.ts';
import { useSettingsStore } from '#renderer/lib/stores/settings.ts';

/**
 * Names in the language that the window does not speak, so that what is typed in it finds them too.
 * They are read when the palette opens; until then they are empty.
 */
export function useOtherNames(): (key: MessageKey) => string {
  const settings = useSettingsStore();
  const messages = shallowRef<unknown>(null);
  watch(
    () => settings.language,
    async (language) => {
      messages.value = (await loadMessages[language === 'ru' ? 'en' : 'ru']()).default;
    },
    { immediate: true },
  );

  return (key) => {
    let found = messages.value;
    for (const part of key.split('.')) {
      found =
        typeof found === 'object' && found !== null
          ? Object.entries(found).find(([name]) => name === part)?.[1]
          : undefined;
    }
    return typeof found === 'string' ? found.replaceAll(/\{\w+\}/g, '') : '';
  };
}

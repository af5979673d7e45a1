import { watch, type App } from 'vue';
import { createI18n, setLanguage, type Translate } from './i18n.ts';
import { useSessionStore } from './stores/session.ts';
import { useSettingsStore } from './stores/settings.ts';
import { useSyncStore } from './stores/sync.ts';

/** Reads what a window shows nothing without, and gives it the texts in the language of the settings. */
export async function startApp(app: App): Promise<Translate> {
  const i18n = createI18n();
  app.use(i18n);
  /** An error in a component is reported as any other one of the window. */
  app.config.errorHandler = (error) => {
    reportError(error);
  };
  const settings = useSettingsStore();
  await Promise.all([settings.read(), useSessionStore().read(), useSyncStore().read()]);
  await setLanguage(i18n, settings.language);
  watch(
    () => settings.language,
    (language) => void setLanguage(i18n, language),
  );
  return i18n.global.t;
}

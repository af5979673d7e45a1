import './lib/preload-language.ts';
import './lib/zod-without-eval.ts';
import './styles/main.css';
import { createPinia } from 'pinia';
import { createApp, watch } from 'vue';
import QuickCopy from './quick/QuickCopy.vue';
import { createI18n, setLanguage } from './lib/i18n.ts';
import { watchKeys } from './lib/keys.ts';
import { useSessionStore } from './lib/stores/session.ts';
import { useSettingsStore } from './lib/stores/settings.ts';
import { useSyncStore } from './lib/stores/sync.ts';

watchKeys();
const i18n = createI18n();
const app = createApp(QuickCopy).use(createPinia()).use(i18n);

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
app.mount('#app');

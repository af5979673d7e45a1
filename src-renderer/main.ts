import './lib/preload-language.ts';
import './lib/zod-without-eval.ts';
import './styles/main.css';
import { createPinia } from 'pinia';
import { createApp, watch } from 'vue';
import App from './app/App.vue';
import { installQueries } from './lib/queries/query-cache.ts';
import { createI18n, setLanguage } from './lib/i18n.ts';
import { watchKeys } from './lib/keys.ts';
import type { MessageKey } from './locales/messages.ts';
import { formWord, schemeOf } from './lib/texts/connection-text.ts';
import { createSections } from './app/router.ts';
import { usePurchaseDrafts } from './purchases/purchase-drafts.ts';
import { useBatchesStore } from './lib/stores/batches.ts';
import { useChecksStore } from './lib/stores/checks.ts';
import { useClockStore } from './lib/stores/clock.ts';
import { useToastStore } from './lib/stores/toast.ts';
import { useConnectionsStore } from './lib/stores/connections.ts';
import { useInboxStore } from './lib/stores/inbox.ts';
import { useJournalStore } from './lib/stores/journal.ts';
import { useServersStore } from './lib/stores/servers.ts';
import { useSessionStore } from './lib/stores/session.ts';
import { useSettingsStore } from './lib/stores/settings.ts';
import { useStatsStore } from './lib/stores/stats.ts';
import { useSyncStore } from './lib/stores/sync.ts';

watchKeys();
const i18n = createI18n();
const app = createApp(App).use(createPinia()).use(i18n).use(createSections());
installQueries(app);

/** An error in a component is reported as any other one of the window. */
app.config.errorHandler = (error) => {
  reportError(error);
};

const settings = useSettingsStore();
useConnectionsStore().start();
await Promise.all([settings.read(), useSessionStore().read(), useSyncStore().read()]);
await setLanguage(i18n, settings.language);
watch(
  () => settings.language,
  (language) => void setLanguage(i18n, language),
);
useClockStore().start();
useStatsStore().start();
useToastStore().start(({ key, form = 'url', client, ms }) => {
  const { t } = i18n.global;
  const row = useConnectionsStore().rowOf(key) ?? { protocol: '', forms: [] };
  const said =
    client === undefined
      ? t('form.copied' satisfies MessageKey, {
          form: t(`form.name.${formWord(form, row)}` satisfies MessageKey, {
            scheme: schemeOf(row),
          }),
        })
      : t('form.copiedFor' satisfies MessageKey, { client });
  if (ms === undefined) return said;
  return `${said} · ${t('check.ms' satisfies MessageKey, { n: Math.max(1, Math.round(ms)) })}`;
});
// Created here: a watcher made while a component sets up would keep that component in memory for ever.
for (const useStore of [
  useBatchesStore,
  useChecksStore,
  useInboxStore,
  useJournalStore,
  usePurchaseDrafts,
  useServersStore,
]) {
  useStore();
}

app.mount('#app');

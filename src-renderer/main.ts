import './lib/preload-language.ts';
import './lib/zod-without-eval.ts';
import './styles/main.css';
import { createPinia } from 'pinia';
import { createApp } from 'vue';
import App from './app/App.vue';
import { installQueries } from './lib/queries/query-cache.ts';
import { watchKeys } from './lib/keys.ts';
import { startApp } from './lib/start-app.ts';
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
import { useStatsStore } from './lib/stores/stats.ts';

watchKeys();
const app = createApp(App).use(createPinia()).use(createSections());
installQueries(app);
const starting = startApp(app);
useConnectionsStore().start();
const t = await starting;
useClockStore().start();
useStatsStore().start();
useToastStore().start(({ key, form = 'url', client, ms }) => {
  const row = useConnectionsStore().rowOf(key) ?? { protocol: '', forms: [] };
  const said =
    client === undefined
      ? t('form.copied', { form: t(`form.name.${formWord(form, row)}`, { scheme: schemeOf(row) }) })
      : t('form.copiedFor', { client });
  if (ms === undefined) return said;
  return `${said} · ${t('check.ms', { n: Math.max(1, Math.round(ms)) })}`;
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

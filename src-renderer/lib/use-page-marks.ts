import { computed } from 'vue';
import { useI18n } from './i18n.ts';
import { useInboxStore } from './stores/inbox.ts';
import { useJournalStore } from './stores/journal.ts';

/** What waits on some pages: messages, and secrets that are shown once. `undefined` where nothing does. */
export function usePageMarks() {
  const inbox = useInboxStore();
  const journal = useJournalStore();
  const { t } = useI18n();
  const keys = computed(
    () =>
      journal.state.entries.filter(
        ({ endpoint, unsaved }) => unsaved && endpoint === 'apiKeys.create',
      ).length,
  );

  return (pages: readonly { readonly path: string }[]) => {
    const has = (page: string) => pages.some(({ path }) => path === page);
    const unread = has('/inbox') ? inbox.unread : 0;
    const own = has('/account') ? keys.value : 0;
    const secrets = own + (has('/money/history') ? journal.unsaved - keys.value : 0);
    const said = [
      ...(unread > 0 ? [t('nav.unread', { n: unread })] : []),
      ...(secrets > 0 ? [t('nav.unsaved', { n: secrets })] : []),
    ].join(', ');
    return said === '' ? undefined : { count: unread + secrets, said };
  };
}

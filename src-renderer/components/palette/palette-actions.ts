import { computed } from 'vue';
import { useRouter } from 'vue-router';
import { useWords } from '#renderer/composables/words/use-words.ts';
import type { MessageKey } from '#renderer/locales/messages.ts';
import { noFilter, useConnectionsStore, type Filter } from '#renderer/stores/connections.ts';
import { accountName, useSessionStore } from '#renderer/stores/session.ts';
import { useSettingsStore } from '#renderer/stores/settings.ts';
import { useSyncStore } from '#renderer/stores/sync.ts';

/** A named action of the palette. */
export interface PaletteAction {
  readonly id: string;
  readonly icon: string;
  readonly label: string;
  /** The group it belongs to; the search matches it too. */
  readonly kind: string;
  run(): void;
}

/** Every page that can be opened by name. */
export const places: readonly { path: string; icon: string; name: MessageKey }[] = [
  { path: '/connections', icon: 'i-lucide-cable', name: 'nav.connections' },
  { path: '/cloud-servers', icon: 'i-lucide-server', name: 'nav.cloud' },
  { path: '/paid-options', icon: 'i-lucide-blocks', name: 'nav.paid' },
  { path: '/subscriptions', icon: 'i-lucide-package-open', name: 'nav.subscriptions' },
  { path: '/subscriptions/new', icon: 'i-lucide-package-plus', name: 'subscriptions.new' },
  { path: '/shop', icon: 'i-lucide-store', name: 'shop.title' },
  { path: '/money', icon: 'i-lucide-wallet', name: 'money.title' },
  { path: '/purchases', icon: 'i-lucide-receipt', name: 'journal.title' },
  { path: '/devices', icon: 'i-lucide-monitor-smartphone', name: 'nav.devices' },
  { path: '/inbox', icon: 'i-lucide-inbox', name: 'nav.inbox' },
  { path: '/tools', icon: 'i-lucide-wrench', name: 'nav.tools' },
  { path: '/account', icon: 'i-lucide-circle-user-round', name: 'nav.account' },
  { path: '/settings', icon: 'i-lucide-settings', name: 'nav.settings' },
  { path: '/sign-in', icon: 'i-lucide-user-plus', name: 'palette.addAccount' },
];

/** The pages and the other actions, named in the language of the window. */
export function usePaletteActions() {
  const { t } = useWords();
  const router = useRouter();
  const connections = useConnectionsStore();
  const session = useSessionStore();
  const settings = useSettingsStore();
  const sync = useSyncStore();

  function filterTo(filter: Partial<Filter>): void {
    connections.change({ ...noFilter, ...filter });
    void router.push('/connections');
  }

  function action(id: string, icon: string, label: string, run: () => void): PaletteAction {
    return { id, icon, label, kind: t('palette.action'), run };
  }

  return computed((): PaletteAction[] => [
    ...places.map(({ path, icon, name }) => ({
      id: path,
      icon,
      label: t(name),
      kind: t('palette.place'),
      run: () => void router.push(path),
    })),
    ...session.state.accounts
      .filter(({ id }) => id !== session.state.account?.id)
      .map((account) =>
        action(
          `account ${account.id}`,
          'i-lucide-users-round',
          t('palette.switchTo', { name: accountName(account) }),
          () => void session.switchTo(account.id),
        ),
      ),
    action('refresh', 'i-lucide-refresh-cw', t('action.refresh'), () => void sync.refresh()),
    sync.state.paused
      ? action('resume', 'i-lucide-play', t('palette.resume'), () => void sync.pause(false))
      : action('pause', 'i-lucide-pause', t('palette.pause'), () => void sync.pause(true)),
    action('favourites', 'i-lucide-star', t('palette.favourites'), () => {
      filterTo({ favourites: true });
    }),
    action('expiring', 'i-lucide-hourglass', t('palette.expiring'), () => {
      filterTo({ expiring: true });
    }),
    action('everything', 'i-lucide-list', t('palette.everything'), () => {
      filterTo({});
    }),
    action(
      'light',
      'i-lucide-sun',
      t('palette.light'),
      () => void settings.set({ theme: 'light' }),
    ),
    action('dark', 'i-lucide-moon', t('palette.dark'), () => void settings.set({ theme: 'dark' })),
    action(
      'system',
      'i-lucide-sun-moon',
      t('palette.system'),
      () => void settings.set({ theme: 'system' }),
    ),
    settings.language === 'ru'
      ? action(
          'english',
          'i-lucide-languages',
          t('palette.english'),
          () => void settings.set({ language: 'en' }),
        )
      : action(
          'russian',
          'i-lucide-languages',
          t('palette.russian'),
          () => void settings.set({ language: 'ru' }),
        ),
  ]);
}

/** Whether each word of a search is somewhere in what an action is called. */
export function matches({ label, kind }: PaletteAction, search: string): boolean {
  const text = `${label} ${kind}`.toLocaleLowerCase();
  return search
    .toLocaleLowerCase()
    .split(/\s+/u)
    .every((word) => text.includes(word));
}

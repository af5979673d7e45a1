import { computed, type Component } from 'vue';
import { useRouter } from 'vue-router';
import IconBlocks from '~icons/lucide/blocks';
import IconCable from '~icons/lucide/cable';
import IconCircleQuestionMark from '~icons/lucide/circle-question-mark';
import IconCircleUserRound from '~icons/lucide/circle-user-round';
import IconHourglass from '~icons/lucide/hourglass';
import IconInbox from '~icons/lucide/inbox';
import IconLanguages from '~icons/lucide/languages';
import IconList from '~icons/lucide/list';
import IconMonitorSmartphone from '~icons/lucide/monitor-smartphone';
import IconMoon from '~icons/lucide/moon';
import IconPackageOpen from '~icons/lucide/package-open';
import IconPackagePlus from '~icons/lucide/package-plus';
import IconPause from '~icons/lucide/pause';
import IconPlay from '~icons/lucide/play';
import IconRadar from '~icons/lucide/radar';
import IconReceipt from '~icons/lucide/receipt';
import IconRefreshCw from '~icons/lucide/refresh-cw';
import IconServer from '~icons/lucide/server';
import IconSettings from '~icons/lucide/settings';
import IconStar from '~icons/lucide/star';
import IconStore from '~icons/lucide/store';
import IconSun from '~icons/lucide/sun';
import IconSunMoon from '~icons/lucide/sun-moon';
import IconUserPlus from '~icons/lucide/user-plus';
import IconUsersRound from '~icons/lucide/users-round';
import IconWallet from '~icons/lucide/wallet';
import IconWrench from '~icons/lucide/wrench';
import { useI18n } from '#renderer/i18n.ts';
import type { MessageKey } from '#renderer/locales/messages.ts';
import { useChecksStore } from '#renderer/stores/checks.ts';
import { noFilter, useConnectionsStore, type Filter } from '#renderer/stores/connections.ts';
import { accountName, useSessionStore } from '#renderer/stores/session.ts';
import { useSettingsStore } from '#renderer/stores/settings.ts';
import { useSyncStore } from '#renderer/stores/sync.ts';

/** A named action of the palette. */
export interface PaletteAction {
  readonly id: string;
  readonly icon: Component;
  readonly label: string;
  /** The group it belongs to; the search matches it too. */
  readonly kind: string;
  run(): void;
}

/** Every page that can be opened by name. */
export const places: readonly { path: string; icon: Component; name: MessageKey }[] = [
  { path: '/connections', icon: IconCable, name: 'nav.connections' },
  { path: '/cloud-servers', icon: IconServer, name: 'nav.cloud' },
  { path: '/paid-options', icon: IconBlocks, name: 'nav.paid' },
  { path: '/subscriptions', icon: IconPackageOpen, name: 'nav.subscriptions' },
  { path: '/subscriptions/new', icon: IconPackagePlus, name: 'subscriptions.new' },
  { path: '/shop', icon: IconStore, name: 'shop.title' },
  { path: '/money', icon: IconWallet, name: 'money.title' },
  { path: '/purchases', icon: IconReceipt, name: 'journal.title' },
  { path: '/devices', icon: IconMonitorSmartphone, name: 'nav.devices' },
  { path: '/inbox', icon: IconInbox, name: 'nav.inbox' },
  { path: '/tools', icon: IconWrench, name: 'nav.tools' },
  { path: '/account', icon: IconCircleUserRound, name: 'nav.account' },
  { path: '/settings', icon: IconSettings, name: 'nav.settings' },
  { path: '/help', icon: IconCircleQuestionMark, name: 'nav.help' },
  { path: '/sign-in', icon: IconUserPlus, name: 'palette.addAccount' },
];

/** The pages and the other actions, named in the language of the window. */
export function usePaletteActions() {
  const { t } = useI18n();
  const router = useRouter();
  const checks = useChecksStore();
  const connections = useConnectionsStore();
  const session = useSessionStore();
  const settings = useSettingsStore();
  const sync = useSyncStore();

  function filterTo(filter: Partial<Filter>): void {
    connections.change({ ...noFilter, ...filter });
    void router.push('/connections');
  }

  function action(id: string, icon: Component, label: string, run: () => void): PaletteAction {
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
    ...session.others.map((account) =>
      action(
        `account ${account.id}`,
        IconUsersRound,
        t('palette.switchTo', { name: accountName(account) }),
        () => void session.switchTo(account.id),
      ),
    ),
    action('refresh', IconRefreshCw, t('action.refresh'), () => void sync.refresh()),
    sync.state.paused
      ? action('resume', IconPlay, t('palette.resume'), () => void sync.pause(false))
      : action('pause', IconPause, t('palette.pause'), () => void sync.pause(true)),
    action('favourites', IconStar, t('palette.favourites'), () => {
      filterTo({ favourites: true });
    }),
    action('expiring', IconHourglass, t('palette.expiring'), () => {
      filterTo({ expiring: true });
    }),
    action('check', IconRadar, t('palette.check'), () => {
      void router.push('/connections');
      void checks.askShown();
    }),
    action('working', IconRadar, t('palette.working'), () => {
      filterTo({ working: true });
    }),
    action('everything', IconList, t('palette.everything'), () => {
      filterTo({});
    }),
    action('light', IconSun, t('palette.light'), () => void settings.set({ theme: 'light' })),
    action('dark', IconMoon, t('palette.dark'), () => void settings.set({ theme: 'dark' })),
    action(
      'system',
      IconSunMoon,
      t('palette.system'),
      () => void settings.set({ theme: 'system' }),
    ),
    settings.language === 'ru'
      ? action(
          'english',
          IconLanguages,
          t('palette.english'),
          () => void settings.set({ language: 'en' }),
        )
      : action(
          'russian',
          IconLanguages,
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

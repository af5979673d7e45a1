import { computed, type Component } from 'vue';
import { useRouter } from 'vue-router';
import IconArchive from '~icons/lucide/archive';
import IconBlocks from '~icons/lucide/blocks';
import IconGift from '~icons/lucide/gift';
import IconCable from '~icons/lucide/cable';
import IconCircleQuestionMark from '~icons/lucide/circle-question-mark';
import IconCircleUserRound from '~icons/lucide/circle-user-round';
import IconHourglass from '~icons/lucide/hourglass';
import IconInbox from '~icons/lucide/inbox';
import IconKeyboard from '~icons/lucide/keyboard';
import IconKeyRound from '~icons/lucide/key-round';
import IconLanguages from '~icons/lucide/languages';
import IconLayers from '~icons/lucide/layers';
import IconList from '~icons/lucide/list';
import IconLock from '~icons/lucide/lock';
import IconMonitorSmartphone from '~icons/lucide/monitor-smartphone';
import IconMoon from '~icons/lucide/moon';
import IconPackageOpen from '~icons/lucide/package-open';
import IconPackagePlus from '~icons/lucide/package-plus';
import IconPause from '~icons/lucide/pause';
import IconPlay from '~icons/lucide/play';
import IconRadar from '~icons/lucide/radar';
import IconReceipt from '~icons/lucide/receipt';
import IconRefreshCw from '~icons/lucide/refresh-cw';
import IconSearchCheck from '~icons/lucide/search-check';
import IconServer from '~icons/lucide/server';
import IconSettings from '~icons/lucide/settings';
import IconStar from '~icons/lucide/star';
import IconStore from '~icons/lucide/store';
import IconSun from '~icons/lucide/sun';
import IconSunMoon from '~icons/lucide/sun-moon';
import IconTicket from '~icons/lucide/ticket';
import IconUserPlus from '~icons/lucide/user-plus';
import IconUsersRound from '~icons/lucide/users-round';
import IconWallet from '~icons/lucide/wallet';
import { noFilter, type ConnectionFilter } from '#contract/connections/query.ts';
import { maxBatchItems } from '#contract/ipc/batches.ts';
import { useI18n, useOtherNames } from '#renderer/lib/i18n.ts';
import type { MessageKey } from '#renderer/locales/messages.ts';
import { useFormat } from '#renderer/lib/texts/use-format.ts';
import { useBatchesStore } from '#renderer/lib/stores/batches.ts';
import { useChecksStore } from '#renderer/lib/stores/checks.ts';
import { useConnectionsStore } from '#renderer/lib/stores/connections.ts';
import { accountName, useSessionStore } from '#renderer/lib/stores/session.ts';
import { useSettingsStore } from '#renderer/lib/stores/settings.ts';
import { useShortcutListStore } from '#renderer/lib/stores/shortcut-list.ts';
import { useSyncStore } from '#renderer/lib/stores/sync.ts';
import { useUnsavedStore } from '#renderer/lib/stores/unsaved.ts';
import { batchVerbs } from '#renderer/list/use-selection-verbs.ts';

export interface PaletteAction {
  readonly id: string;
  readonly icon: Component;
  readonly label: string;
  /** The group it belongs to; the search matches it too. */
  readonly kind: string;
  /** Its label in the language that the window does not speak. */
  readonly also?: string;
  run(): void;
}

export const places: readonly { path: string; icon: Component; name: MessageKey }[] = [
  { path: '/connections', icon: IconCable, name: 'nav.connections' },
  { path: '/cloud-servers', icon: IconServer, name: 'nav.cloud' },
  { path: '/paid-options', icon: IconBlocks, name: 'nav.paid' },
  { path: '/subscriptions', icon: IconPackageOpen, name: 'nav.subscriptions' },
  { path: '/subscriptions/new', icon: IconPackagePlus, name: 'subscriptions.new' },
  { path: '/shop', icon: IconStore, name: 'shop.title' },
  { path: '/money', icon: IconWallet, name: 'nav.money' },
  { path: '/money/history', icon: IconReceipt, name: 'money.part.history' },
  { path: '/referral', icon: IconGift, name: 'money.part.referral' },
  { path: '/devices', icon: IconMonitorSmartphone, name: 'nav.devices' },
  { path: '/backup', icon: IconArchive, name: 'backup.title' },
  { path: '/inbox', icon: IconInbox, name: 'nav.inbox' },
  { path: '/batches', icon: IconLayers, name: 'batch.page' },
  { path: '/account', icon: IconCircleUserRound, name: 'nav.account' },
  { path: '/account?key', icon: IconKeyRound, name: 'account.keys.title' },
  { path: '/settings', icon: IconSettings, name: 'nav.settings' },
  { path: '/help', icon: IconCircleQuestionMark, name: 'nav.help' },
  { path: '/sign-in', icon: IconUserPlus, name: 'settings.add' },
];

function useNamedAction() {
  const { t } = useI18n();
  const otherName = useOtherNames();
  return (
    id: string,
    icon: Component,
    name: MessageKey,
    run: () => void,
    values: Readonly<Record<string, string>> = {},
  ): Required<PaletteAction> => ({
    id,
    icon,
    label: t(name, values),
    kind: t('palette.action'),
    also: otherName(name),
    run,
  });
}

/** The pages by their names in the language of the window, and in the other. */
export function usePlaces() {
  const { t } = useI18n();
  const router = useRouter();
  const otherName = useOtherNames();
  return computed(() =>
    places.map(({ path, icon, name }) => ({
      id: path,
      icon,
      label: t(name),
      kind: t('palette.place'),
      also: otherName(name),
      // The keyboard goes on in the page or what it leads to, and not where it was before the palette.
      run: () => {
        void router.push(path).then(() => {
          if (!path.includes('?')) document.querySelector('main')?.focus();
        });
      },
    })),
  );
}

function useServiceActions() {
  const { t } = useI18n();
  const action = useNamedAction();
  const session = useSessionStore();
  const router = useRouter();
  const shortcuts = useShortcutListStore();
  const sync = useSyncStore();
  const unsaved = useUnsavedStore();
  const lock = computed(() => action('lock', IconLock, 'palette.lock', () => void session.lock()));
  return computed(() => [
    ...session.others.map((account) =>
      action(
        `account ${account.id}`,
        IconUsersRound,
        'palette.switchTo',
        () => {
          unsaved.leave(() => void session.switchTo(account.id));
        },
        { name: accountName(account) },
      ),
    ),
    action('buy', IconStore, 'palette.buy', () => void router.push('/shop')),
    action('top up', IconWallet, 'palette.topUp', () => void router.push('/money')),
    action('redeem', IconTicket, 'shop.redeem', () => void router.push('/shop/configs?redeem')),
    action('withdraw', IconGift, 'money.withdraw.go', () => void router.push('/referral')),
    action('reboot', IconServer, 'palette.reboot', () => void router.push('/cloud-servers')),
    action('sign out', IconCircleUserRound, 'settings.signOut', () => void router.push('/account')),
    action('shortcuts', IconKeyboard, 'shortcuts.open', () => {
      shortcuts.isOpen = true;
    }),
    action('refresh', IconRefreshCw, 'action.refresh', () => void sync.refresh()),
    sync.state.paused
      ? action('resume', IconPlay, 'palette.resume', () => void sync.pause(false))
      : action('pause', IconPause, 'palette.pause', () => void sync.pause(true)),
    session.state.persistent
      ? lock.value
      : {
          ...lock.value,
          label: t('settings.noLock'),
          kind: '',
          also: `${lock.value.label}\n${lock.value.also}`,
          run: () =>
            void router.push({ path: '/settings', query: { find: t('settings.lockMinutes') } }),
        },
    action('block', IconMonitorSmartphone, 'palette.block', () => void router.push('/devices')),
  ]);
}

function useListActions() {
  const action = useNamedAction();
  const router = useRouter();
  const checks = useChecksStore();
  const connections = useConnectionsStore();
  const filterTo = (filter: Partial<ConnectionFilter>) => (): void => {
    connections.change({ ...noFilter, ...filter });
    void router.push('/connections');
  };
  return computed(() => [
    ...(connections.count > 1
      ? [
          action('find working', IconSearchCheck, 'check.find.action', () => {
            void router.push('/connections?find');
          }),
        ]
      : []),
    action('favourites', IconStar, 'palette.favourites', filterTo({ favourites: true })),
    action('expiring', IconHourglass, 'palette.expiring', filterTo({ expiring: true })),
    action('check', IconRadar, 'palette.check', () => {
      void router.push('/connections');
      checks.askShown();
    }),
    action('working', IconRadar, 'palette.working', filterTo({ working: true })),
    action('everything', IconList, 'palette.everything', filterTo({})),
  ]);
}

function useAppearanceActions() {
  const action = useNamedAction();
  const settings = useSettingsStore();
  const set = (changes: Parameters<typeof settings.set>[0]) => () => void settings.set(changes);
  return computed(() => [
    action('light', IconSun, 'palette.light', set({ theme: 'light' })),
    action('dark', IconMoon, 'palette.dark', set({ theme: 'dark' })),
    action('system', IconSunMoon, 'palette.system', set({ theme: 'system' })),
    settings.language === 'ru'
      ? action('english', IconLanguages, 'palette.english', set({ language: 'en' }))
      : action('russian', IconLanguages, 'palette.russian', set({ language: 'ru' })),
  ]);
}

/** What is done with all that are selected in the list beneath. */
export function useSelectionActions() {
  const { number } = useFormat();
  const action = useNamedAction();
  const router = useRouter();
  const batches = useBatchesStore();
  const connections = useConnectionsStore();
  return computed(() => {
    const keys = [...connections.selection];
    const isShown = router.currentRoute.value.path.startsWith('/connections');
    if (!isShown || keys.length < 2 || keys.length > maxBatchItems) return [];
    return batchVerbs.map(({ icon, name, intent }) => {
      const run = () => void (batches.intent = { ...intent, keys });
      const values = { n: number(keys.length) };
      return action(`selected ${name}`, icon, `palette.selected.${name}`, run, values);
    });
  });
}

/** The pages and the other actions, named in the language of the window. */
export function usePaletteActions() {
  const groups = [usePlaces(), useServiceActions(), useListActions(), useAppearanceActions()];
  return computed((): PaletteAction[] => groups.flatMap((group) => group.value));
}

/** What a search of an action is compared with. */
export function searchedName({ label, kind, also = '' }: PaletteAction): [string, ...string[]] {
  return [label, `${kind}\n${also}`];
}

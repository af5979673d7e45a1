import { computed, ref, watch, type Component } from 'vue';
import { useRoute, useRouter } from 'vue-router';
import IconClockAlert from '~icons/lucide/clock-alert';
import IconCloudOff from '~icons/lucide/cloud-off';
import IconDatabase from '~icons/lucide/database';
import IconHourglass from '~icons/lucide/hourglass';
import IconKeyboard from '~icons/lucide/keyboard';
import IconKeyRound from '~icons/lucide/key-round';
import IconPause from '~icons/lucide/pause';
import IconLayers from '~icons/lucide/layers';
import IconReceiptText from '~icons/lucide/receipt-text';
import IconTriangleAlert from '~icons/lucide/triangle-alert';
import type { PurchaseEndpoint } from '#contract/api/index.ts';
import { wrongClockMs } from '#contract/ipc/sync.ts';
import type { ConnectionSource } from '#contract/ipc/connections.ts';
import { useBatchText } from '#renderer/batches/batch-text.ts';
import { useJournalWords } from '#renderer/purchases/journal-text.ts';
import { useFailureText } from '#renderer/lib/texts/failure-text.ts';
import { useFormat } from '#renderer/lib/texts/use-format.ts';
import { keyLabels } from '#renderer/lib/shortcut-keys.ts';
import { isMac } from '#renderer/lib/platform.ts';
import { call } from '#renderer/lib/ipc.ts';
import { useI18n } from '#renderer/lib/i18n.ts';
import { useClockStore } from '#renderer/lib/stores/clock.ts';
import { useConnectionsStore } from '#renderer/lib/stores/connections.ts';
import { useBatchesStore } from '#renderer/lib/stores/batches.ts';
import { useJournalStore } from '#renderer/lib/stores/journal.ts';
import { useSessionStore } from '#renderer/lib/stores/session.ts';
import { useSettingsStore } from '#renderer/lib/stores/settings.ts';
import { useSyncStore } from '#renderer/lib/stores/sync.ts';

interface NoticeAction {
  readonly label: string;
  readonly run?: () => unknown;
  readonly busy?: boolean;
  readonly to?: string;
}

export interface Notice {
  readonly name: string;
  readonly icon: Component;
  readonly tone: string;
  readonly title: string;
  readonly text: string;
  readonly actions: readonly NoticeAction[];
  /** It needs no action: the user may dismiss it. */
  readonly dismissible: boolean;
  readonly onDismiss?: () => unknown;
}

/** The window of the limits that most requests wait for, milliseconds. */
const longestWindowMs = 60_000;

const plain = { tone: '', text: '', actions: [], dismissible: false };

/** Which connections an endpoint reads, by the section of its name. */
const sources: Readonly<Record<string, ConnectionSource>> = {
  configs: 'config',
  cloudServers: 'cloud',
  paidOptions: 'paid',
};

/** The age of the shown data, or what part of it is missing. */
function useAge() {
  const { t } = useI18n();
  const { ago } = useFormat();
  const clock = useClockStore();
  const connections = useConnectionsStore();
  const sync = useSyncStore();
  return computed(() => {
    const { refreshedAt, failure } = sync.state;
    if (refreshedAt !== null) return t('sync.shown', { age: ago(refreshedAt, clock.minute) });
    if (connections.count === 0) return t('sync.nothingShown');
    const list = failure?.endpoint?.split('.')[0] ?? '';
    const source = Object.hasOwn(sources, list) ? sources[list] : undefined;
    return source === undefined
      ? t('sync.incomplete')
      : t('sync.missing', { what: t(`source.${source}`) });
  });
}

function useSyncNotices() {
  const { t } = useI18n();
  const { countdown, time } = useFormat();
  const describe = useFailureText();
  const clock = useClockStore();
  const connections = useConnectionsStore();
  const sync = useSyncStore();
  const router = useRouter();
  const age = useAge();

  const retry = computed(() => ({
    label: t('action.retry'),
    run: () => sync.refresh(),
    busy: sync.state.refreshing,
  }));
  const offline = computed((): Notice[] => {
    if (!sync.offline) return [];
    const { offlineSince } = sync.state;
    const since = offlineSince === null ? null : time(offlineSince);
    const title = since === null ? t('sync.offline') : t('sync.offlineSince', { time: since });
    const words = { title, text: age.value, actions: [retry.value] };
    return [{ ...plain, ...words, name: 'offline', icon: IconCloudOff }];
  });
  const trouble = computed((): Notice[] => {
    const { failure, refreshedAt } = sync.state;
    if (sync.offline || failure === null) return [];
    // With nothing to show, the page itself says why, as the one of what is ahead always does.
    if (refreshedAt === null && connections.count === 0) return [];
    if (router.currentRoute.value.path === '/money') return [];
    const { title, text, details } = describe(failure, clock.second);
    const look = { ...plain, name: 'failure', icon: IconTriangleAlert, tone: 'text-error', title };
    if (failure.kind !== 'unauthorized') {
      const said = [`${age.value}.`, text, ...details].join(' ');
      return [{ ...look, text: said, actions: [retry.value] }];
    }
    // What to do about a refused key is known; the status says nothing more.
    const signIn = { label: t('sync.signIn'), run: () => router.push('/sign-in') };
    return [{ ...look, text: `${age.value}. ${text}`, actions: [signIn, retry.value] }];
  });
  const paused = computed((): Notice[] => {
    if (!sync.state.paused) return [];
    const actions = [{ label: t('sync.resume'), run: () => sync.pause(false) }];
    const words = { title: t('sync.paused'), text: age.value, actions };
    return [{ ...plain, ...words, name: 'paused', icon: IconPause }];
  });
  const waiting = computed((): Notice[] => {
    const left = (sync.state.waitingUntil ?? 0) - clock.second;
    if (left <= 0) return [];
    const title = t('sync.waiting', { seconds: countdown(left) });
    // The limits alone are over within that: the service has asked for a pause.
    const isPause = left > longestWindowMs;
    const actions = isPause ? [{ label: t('sync.tryNow'), run: () => sync.endPauses() }] : [];
    return [{ ...plain, name: 'waiting', icon: IconHourglass, title, actions }];
  });
  return { offline, trouble, paused, waiting };
}

function useComputerNotices() {
  const { t } = useI18n();
  const { length } = useFormat();
  const describe = useFailureText();
  const clock = useClockStore();
  const session = useSessionStore();
  const settings = useSettingsStore();
  const sync = useSyncStore();
  return computed((): Notice[] => {
    const { offset, known } = sync.state.time;
    const { persistent, keychain, vaultProblem } = session.state;
    const notices: Notice[] = [];
    const look = { ...plain, tone: 'text-warning', dismissible: true };
    if (known && Math.abs(offset) > wrongClockMs) {
      const by = length(Math.abs(offset));
      const title = t(offset < 0 ? 'sync.clockFast' : 'sync.clockSlow', { by });
      const text = t('sync.clockText');
      notices.push({ ...look, name: 'clock', icon: IconClockAlert, title, text });
    }
    if (settings.state.lost) {
      const words = { title: t('sync.settingsLost'), text: t('sync.settingsLostText') };
      notices.push({ ...look, ...words, name: 'settings', icon: IconDatabase });
    }
    if (!persistent && keychain !== 'ready') {
      const actions = [
        { label: t('action.retry'), run: () => session.retry(), busy: session.busy },
      ];
      const words = {
        title: t('sync.notPersistent'),
        text: t(`failure.reason.${keychain}`),
        actions,
      };
      notices.push({ ...look, ...words, name: 'keychain', icon: IconKeyRound });
    }
    if (vaultProblem !== null) {
      const { title, text } = describe(vaultProblem, clock.minute);
      const name = `vault ${vaultProblem.reason ?? ''}`;
      const isGone = vaultProblem.reason === 'key-gone';
      const actions = isGone ? [{ label: t('backup.title'), to: '/backup' }] : [];
      notices.push({ ...look, name, icon: IconDatabase, title, text, actions });
    }
    return notices;
  });
}

/** The pages that show such entries themselves. */
const pages: Partial<Record<PurchaseEndpoint, string>> = {
  'balance.topup': '/money',
  'apiKeys.create': '/account',
};

/** What waits for the user, else what is being found out, except where that is shown. */
function useJournalNotices() {
  const { t } = useI18n();
  const journal = useJournalStore();
  const words = useJournalWords();
  const router = useRouter();
  return computed((): Notice[] => {
    const { path } = router.currentRoute.value;
    if (path === '/money/history') return [];
    const needy = journal.needy.filter(({ endpoint }) => path !== pages[endpoint]);
    return (needy.length > 0 ? needy : journal.findingOut).map((entry) => {
      const { id } = entry;
      const price = words.toPay(entry);
      const isUnpaid = price !== '';
      const text = isUnpaid ? '' : words.state(entry, false);
      const dismissible = entry.state === 'waiting';
      const look = { ...plain, icon: IconReceiptText, dismissible, text };
      const shown = { label: t('money.part.history'), to: '/money/history' };
      const pay = {
        label: t('journal.pay', { price }),
        run: () => call('purchases.openLink', { id }),
      };
      const action = isUnpaid ? pay : shown;
      return {
        ...look,
        name: `journal ${id} ${price}`,
        title: words.title(entry),
        actions: [action],
      };
    });
  });
}

function useBatchNotices() {
  const { t } = useI18n();
  const { number } = useFormat();
  const batches = useBatchesStore();
  const words = useBatchText();
  const router = useRouter();
  const show = () => ({ label: t('action.show'), to: '/batches' });
  const look = { ...plain, icon: IconLayers };
  const running = computed((): Notice[] => {
    if (!batches.running || router.currentRoute.value.path === '/batches') return [];
    const { over, total } = batches.running;
    const counts = { n: number(over), all: number(total) };
    const title = t('batch.notice', { what: words.title(batches.running), ...counts });
    return [{ ...look, name: 'batch', title, actions: [show()] }];
  });
  // That all went well is said where it was begun: the next section is about something else.
  watch(
    () => router.currentRoute.value.path.split('/')[1],
    () => {
      const { id, stopped, counts, total } = batches.unseen ?? {};
      if (id !== undefined && stopped === null && counts?.done === total) void batches.see(id);
    },
  );
  const ended = computed((): Notice[] => {
    if (batches.unseen === undefined || router.currentRoute.value.path === '/batches') return [];
    const { id, undoable, rest, stopped, undoes, counts, total, repairs } = batches.unseen;
    const repaired = repairs === undefined ? [] : [words.name({ key: repairs, name: '' })];
    const isBroken = rest > 0 && (stopped === 'failure' || stopped === 'interrupted');
    const n = isBroken ? rest : undoable;
    const label = isBroken ? 'batch.rest' : undoes ? 'batch.redo' : 'batch.undo';
    const run = () => {
      batches.begin(isBroken ? 'rest' : 'undo', id);
    };
    const first = { label: t(label, { n: number(n) }, n), run };
    return [
      {
        ...look,
        name: `batch ${id}`,
        tone: counts.done === total ? '' : 'text-warning',
        title: [...repaired, words.outcome(batches.unseen)].join(' · '),
        actions: [...(n > 0 ? [first] : []), show()],
        dismissible: true,
        onDismiss: () => batches.see(id),
      },
    ];
  });
  return { running, ended };
}

/** Once after a sign-in, on the first page alone: the shortcut and the tray lead back here. */
function useWelcomeNotice() {
  const { t } = useI18n();
  const session = useSessionStore();
  const route = useRoute();
  const shortcut = ref('');
  watch(
    () => route.path,
    (_, before) => {
      if (before === '/connections') session.isNew = false;
    },
  );
  watch(
    () => session.isNew,
    async (isNew) => {
      const answer = isNew ? await call('quick.shortcut', {}) : null;
      if (answer?.ok === true) shortcut.value = keyLabels(answer.value.keys, isMac()).join(' ');
    },
    { immediate: true },
  );
  return computed((): Notice[] => {
    if (!session.isNew) return [];
    const title =
      shortcut.value === '' ? t('sync.comeBackTray') : t('sync.comeBack', { keys: shortcut.value });
    return [{ ...plain, name: 'welcome', icon: IconKeyboard, title, dismissible: true }];
  });
}

/** The most important first; a wait is before an error, which may be over with it; what ended gives way. */
export function useNotices() {
  const { offline, trouble, paused, waiting } = useSyncNotices();
  const computer = useComputerNotices();
  const { running, ended } = useBatchNotices();
  const journal = useJournalNotices();
  const welcome = useWelcomeNotice();
  const dismissed = ref<readonly string[]>([]);
  const notices = computed(() =>
    [offline, running, waiting, trouble, computer, journal, ended, paused, welcome]
      .flatMap((some) => some.value)
      .filter(({ name }) => !dismissed.value.includes(name)),
  );
  return {
    notices,
    dismiss: (name: string): void => {
      notices.value.find((notice) => notice.name === name)?.onDismiss?.();
      dismissed.value = [...dismissed.value, name];
    },
  };
}

import { mount } from '@vue/test-utils';
import { expect, test } from 'vitest';
import { nextTick } from 'vue';
import type { Failure } from '#contract/failure.ts';
import { batchItemStates, type BatchItemState, type BatchSummary } from '#contract/ipc/batches.ts';
import { useBatchesStore } from '#renderer/lib/stores/batches.ts';
import type { PurchaseEntry } from '#contract/ipc/purchase-journal.ts';
import type { SessionState } from '#contract/ipc/session.ts';
import type { SettingsState } from '#contract/ipc/settings.ts';
import AppRail from '#renderer/app/AppRail.vue';
import PageHeader from '#renderer/ui/PageHeader.vue';
import AppStatus from '#renderer/app/AppStatus.vue';
import { useSessionStore } from '#renderer/lib/stores/session.ts';
import { useSettingsStore } from '#renderer/lib/stores/settings.ts';
import { useSyncStore } from '#renderer/lib/stores/sync.ts';
import { mounting, setMainState } from '#test/renderer/lib/window-fixture.ts';
import { purchaseEntry } from '#test/renderer/purchases/purchase-entry.ts';

interface Shown {
  readonly session?: Partial<SessionState>;
  readonly settings?: Partial<SettingsState>;
  readonly waitingUntil?: number;
  readonly batches?: readonly BatchSummary[];
  readonly purchases?: readonly PurchaseEntry[];
  readonly offset?: number;
}

async function notices(
  failure: Failure | null,
  {
    session = {},
    settings = {},
    waitingUntil,
    purchases = [],
    batches = [],
    offset = 0,
  }: Shown = {},
) {
  const { pinia, router, global } = await mounting();
  const { state: sync } = useSyncStore(pinia);
  const read = { refreshing: false, refreshedAt: Date.now() - 60_000 };
  setMainState(pinia, 'sync.changed', {
    ...sync,
    ...read,
    failure,
    time: { offset, known: true },
    ...(waitingUntil !== undefined && { waitingUntil }),
  });
  const { state: opening } = useSessionStore(pinia);
  const setSession = (changes: Partial<SessionState>) => {
    setMainState(pinia, 'session.changed', { ...opening, ...changes });
    return nextTick();
  };
  await setSession(session);
  const { state: chosen } = useSettingsStore(pinia);
  setMainState(pinia, 'settings.changed', { ...chosen, ...settings });
  const setPurchases = (entries: readonly PurchaseEntry[]) => {
    setMainState(pinia, 'purchases.changed', { entries, unreadable: [], persistent: true });
    return nextTick();
  };
  await setPurchases(purchases);
  setMainState(pinia, 'batches.changed', { batches });
  const shown = mount(AppStatus, { global });
  const button = (name: string) => shown.findAll('button').find((one) => one.text() === name);
  return { shown, pinia, router, global, button, setSession, setPurchases };
}

test('a refused key is said without its status, and signing in with another is offered', async () => {
  const { shown, router, button } = await notices({ kind: 'unauthorized', status: 401 });
  expect(shown.text()).not.toContain('401');
  expect(shown.text()).toContain('What is saved stays');
  await button('Sign in with another API key')?.trigger('click');
  await router.isReady();
  expect(router.currentRoute.value.path).toBe('/sign-in');
});

test('another failure is tried again, and no key is asked for', async () => {
  const { button } = await notices({ kind: 'server', status: 503 });
  expect(button('Sign in with another API key')).toBeUndefined();
  expect(button('Try again')).toBeDefined();
});

const vaultProblem = { kind: 'vault', reason: 'read-only' } as const;

test.each<[Shown, string]>([
  [{ offset: -10 * 86_400_000 }, 'clock is 10 days fast'],
  [{ offset: 4 * 60_000 }, 'clock is 4 min slow'],
  [{ settings: { lost: true } }, 'settings are at their defaults'],
  [{ session: { persistent: true, vaultProblem } }, 'folder is read-only'],
])('what is wrong with this computer is said until it is dismissed: %o', async (wrong, said) => {
  const { shown } = await notices(null, wrong);
  expect(shown.text()).toContain(said);
  await shown.find('button[aria-label="Dismiss"]').trigger('click');
  expect(shown.text()).toBe('');
});

test('a clock that is off by two minutes is not worth a word', async () => {
  const { shown } = await notices(null, { offset: 120_000 });
  expect(shown.text()).not.toContain('clock');
});

test('the bar shows the most important of several notices, and how many more there are until there are none', async () => {
  const problem = { persistent: false, keychain: 'locked' } as const;
  const { shown, button, setSession } = await notices(
    { kind: 'server', status: 503 },
    { session: problem },
  );
  expect(shown.text()).toContain('Service error');
  expect(shown.text()).not.toContain('keychain');
  const opened = () => button('1 more')?.attributes('aria-expanded');
  await button('1 more')?.trigger('click');
  expect(opened()).toBe('true');
  expect(shown.get('ul').text()).toMatch(/^This session is not kept/);
  await setSession({ persistent: true, keychain: 'ready' });
  await expect.poll(opened).toBeUndefined();
});

test('a wait for the limits is shown with its end, also while there is an older error', async () => {
  const { shown } = await notices(
    { kind: 'rate-limited', status: 429 },
    { waitingUntil: Date.now() + 600_000 },
  );
  expect(shown.text()).toMatch(/limit is reached · continues in (10:00|9:5\d)/);
  expect(shown.text()).toContain('1 more');
});

test('purchases that go on by themselves need no attention', async () => {
  const waiting = [
    purchaseEntry({ id: 'a', state: 'finding-out' }),
    purchaseEntry({ id: 'b', state: 'sending' }),
    purchaseEntry({ id: 'c' }),
  ];
  const { shown: none } = await notices(null, { purchases: waiting });
  expect(none.text()).toContain('Purchase of a connection');
  expect(none.text()).toContain('Culvert is finding out whether');
});

test('what waits for the user is named, and leads to where it is done', async () => {
  const key = purchaseEntry({
    id: 'd',
    endpoint: 'apiKeys.create',
    subject: 'CI',
    state: 'orphan',
  });
  const { shown: one } = await notices(null, { purchases: [key] });
  expect(one.text()).toContain('New API key “CI” · An API key was made, but');
  const topUp = purchaseEntry({ id: 'e', endpoint: 'balance.topup', state: 'waiting' });
  const { shown: both, router, button } = await notices(null, { purchases: [topUp, key] });
  expect(both.text()).toMatch(/^Balance top-up ·.*History1 more$/);
  await button('1 more')?.trigger('click');
  await both.get('ul').get('button, a').trigger('click');
  await router.isReady();
  expect(router.currentRoute.value.fullPath).toBe('/money/history');
});

test('a link to pay offers to pay, and can be put away, and leaves what else waits', async () => {
  const link = { host: 'pay.example.com', opened: true, opens: true };
  const topUp = purchaseEntry({
    endpoint: 'balance.topup',
    input: { body: { amount: 1000 } },
    state: 'waiting',
    link,
  });
  const { shown, button, setPurchases } = await notices(null, { purchases: [topUp] });
  expect(shown.text().replaceAll('\u00A0', ' ')).toBe('Balance top-upPay 1,000 ₽');
  expect(button('History')).toBeUndefined();
  await shown.get('button[aria-label="Dismiss"]').trigger('click');
  expect(shown.text()).toBe('');
  await setPurchases([topUp, purchaseEntry({ id: 'k', state: 'unclear' })]);
  expect(shown.text()).toContain('Purchase of a connection');
  await setPurchases([{ ...topUp, state: 'unclear' }]);
  expect(shown.text()).toContain('Balance top-up');
});

test('a secret that is shown once is counted at the section that has it, and takes no line of every page', async () => {
  const key = purchaseEntry({ endpoint: 'apiKeys.create', state: 'done', unsaved: true });
  const { shown, global, router } = await notices(null, { purchases: [key] });
  expect(shown.text()).toBe('');
  expect(mount(AppRail, { global }).get('a[href="/account"]').text()).toBe('1Account1 to save');
  await router.push('/account');
  const header = mount(PageHeader, { props: { title: 'Profile' }, global });
  expect(header.get('a[href="/account"]').text()).toBe('Profile 11 to save');
});

test('a batch that lost the service says so, and its button goes on with the rest', async () => {
  const counts = { done: 21, unknown: 1, pending: 34 };
  const batch: BatchSummary = {
    id: 'b',
    action: 'rename',
    undoes: true,
    createdAt: 1,
    running: false,
    stopping: false,
    stopped: 'failure',
    failure: { kind: 'offline' },
    seen: false,
    total: 56,
    over: 22,
    counts: {
      ...(Object.fromEntries(batchItemStates.map((state) => [state, 0])) as Record<
        BatchItemState,
        number
      >),
      ...counts,
    },
    current: '',
    left: null,
    sum: null,
    charged: 0,
    undoable: 21,
    rest: 34,
    failed: 1,
  };
  const { shown, pinia, button } = await notices(null, { batches: [batch] });
  expect(shown.text()).toContain(
    'Undone: 21 of 56, 1 unclear. It stopped because of an error: The service cannot be reached.',
  );
  expect(button('Redo 21')).toBeUndefined();
  await button('Continue with 34')?.trigger('click');
  const request = { action: 'rest', batch: 'b' };
  expect(useBatchesStore(pinia).intent).toEqual({ action: 'request', request });
});

import { nextTick, onScopeDispose, ref, watch } from 'vue';
import {
  isNavigationFailure,
  NavigationFailureType,
  useRoute,
  useRouter,
  type RouteLocationNormalizedGeneric,
} from 'vue-router';
import type { ConnectionRow } from '#contract/ipc/connections.ts';
import { createLatest } from '#renderer/lib/latest.ts';
import { call } from '#renderer/lib/ipc.ts';
import { useToastStore } from '#renderer/lib/stores/toast.ts';
import { useConnectionsStore } from '#renderer/lib/stores/connections.ts';

/** At first and with every navigation, also one to the same address. */
function useConnectionAddress(open: (key: string) => void): void {
  function visit({ params }: RouteLocationNormalizedGeneric): void {
    const { key } = params;
    if (typeof key === 'string' && key !== '') open(key);
  }
  visit(useRoute());
  onScopeDispose(
    useRouter().afterEach((to, _from, failure) => {
      const repeated = isNavigationFailure(failure, NavigationFailureType.duplicated);
      if (failure === undefined || repeated) visit(to);
    }),
  );
}

/**
 * Which connection the page shows: a row of the list, or one that is named by its key, as in the
 * page's address.
 *
 * @param options.isAlone it is shown in place of the list, and so takes the keyboard
 * @param options.focus brings the keyboard to the connection
 */
export function useShownConnection(options: {
  readonly isAlone: () => boolean;
  readonly focus: () => void;
}) {
  const toast = useToastStore();
  const connections = useConnectionsStore();
  /** In a narrow window: the connection is shown in place of the list. */
  const opened = ref(false);
  const openings = createLatest();

  async function showAt(row: ConnectionRow, takesFocus: boolean): Promise<void> {
    connections.setCurrent(row);
    opened.value = true;
    await nextTick();
    if (takesFocus) options.focus();
  }
  const show = (row: ConnectionRow): Promise<void> => showAt(row, options.isAlone());

  /** One that the list does not have was removed from the account, or is there since this moment. */
  async function openKey(key: string): Promise<void> {
    const isLatest = openings.begin();
    const isEarly = !connections.loaded;
    if (isEarly) await connections.readOnce();
    // What was searched for meanwhile is wanted more than what was open before.
    if (!isLatest() || (isEarly && connections.filter.search !== '')) return;
    const row = connections.rowOf(key);
    if (row !== undefined) {
      void show(row);
      return;
    }
    const answer = await call('connections.get', { key });
    if (!isLatest()) return;
    if (answer.ok) void show(answer.value);
    else toast.fail(answer.failure);
  }
  useConnectionAddress((key) => void openKey(key));
  // Unlocking comes back to the address, and so to this connection. No navigation: nothing opens.
  watch(
    () => (options.isAlone() && !opened.value ? '' : `/${connections.current?.key ?? ''}`),
    (path) => {
      history.replaceState(history.state, '', `#/connections${path}`);
    },
  );
  // What is answered later may be of another account.
  onScopeDispose(() => openings.begin());

  return {
    opened,
    show,
    /** Shows a connection and brings the keyboard there. */
    open: (row: ConnectionRow): Promise<void> => showAt(row, true),
  };
}

import { shallowRef, watch } from 'vue';
import { useRouter } from 'vue-router';
import type { ConnectionRow, ExportApp, LeavingForm } from '#contract/ipc/connections.ts';
import { renewalPage, renewedFor, type PlainAction, type RowAction } from './row-action.ts';
import { call } from '#renderer/lib/ipc.ts';
import { useConnectionText } from '#renderer/lib/texts/connection-text.ts';
import { useDeviceText } from '#renderer/lib/texts/use-device-text.ts';
import { useI18n } from '#renderer/lib/i18n.ts';
import { useOpenSecret } from '#renderer/lib/use-open-secret.ts';
import { useChecksStore } from '#renderer/lib/stores/checks.ts';
import { useToastStore } from '#renderer/lib/stores/toast.ts';
import { useConnectionsStore } from '#renderer/lib/stores/connections.ts';

/** What the page does for the lines of a row's menu. */
interface RowMenuOptions {
  /** Shows the connection, over the list where there is no room beside it. */
  readonly show: (row: ConnectionRow) => void;
  /** Shows it and brings the keyboard there. */
  readonly open: (row: ConnectionRow) => void;
  readonly toggleFavourite: (row: ConnectionRow) => Promise<void>;
}

/** What takes a connection out of the window: to the clipboard, to a file. */
export function useHandOver() {
  const { t } = useI18n();
  const words = useConnectionText();
  const { elsewhere } = useDeviceText();
  const toast = useToastStore();

  return {
    /** @param app in the form of that app */
    copy(row: ConnectionRow, form: LeavingForm, app?: ExportApp): Promise<boolean> {
      const { key } = row;
      return toast.copy(
        { of: 'connection', key, form, ...(app && { app }) },
        { key, title: words.title(row), said: (copied) => words.copied(copied, row) },
      );
    },
    async save({ key }: ConnectionRow, form: LeavingForm): Promise<void> {
      const answer = await call('connections.save', { key, form });
      if (!answer.ok) {
        toast.fail(answer.failure);
        return;
      }
      const { name, commandsRemoved = 0, onDevices } = answer.value;
      if (name === null) return;
      const more = [commandsRemoved > 0 ? t('commands.removed') : '', elsewhere(onDevices)];
      const said = more.filter(Boolean).join(' ');
      toast.say([t('form.saved', { name }), said].filter(Boolean).join('. '));
    },
  };
}

/** The menu of a row: which row it is of, and what its lines do. */
export function useRowMenu(options: RowMenuOptions) {
  const router = useRouter();
  const handOver = useHandOver();
  const openSecret = useOpenSecret();
  const checks = useChecksStore();
  const connections = useConnectionsStore();
  const menu = shallowRef<{ row: ConnectionRow; place: { x: number; y: number } } | null>(null);
  const code = shallowRef<ConnectionRow | null>(null);

  watch(
    () => (connections.drawing === null ? undefined : connections.rowOf(connections.drawing)),
    (row) => {
      if (row === undefined || row.forms.length === 0) return;
      connections.drawing = null;
      code.value = row;
    },
    { immediate: true },
  );

  /** Opens the form of the renewal; what is bought there is the user's own step. */
  function renew(row: ConnectionRow): void {
    const renewed = renewedFor(row);
    if (renewed?.kind === 'config') {
      connections.renewing = row.key;
      options.show(row);
    } else if (renewed !== undefined) {
      void router.push(renewalPage(renewed));
    }
  }

  const acts: Readonly<Record<PlainAction, (row: ConnectionRow) => unknown>> = {
    qr: (row) => (code.value = row),
    client: ({ key }) => openSecret({ of: 'connection', key }),
    favourite: options.toggleFavourite,
    check: (row) => {
      options.show(row);
      checks.askOne(row);
    },
    find: (row) => {
      checks.findOther(row);
      options.show(row);
    },
    rename: (row) => {
      options.show(row);
      connections.renaming = row.key;
    },
    renew,
    open: options.open,
  };

  function act(row: ConnectionRow, action: RowAction): void {
    if (action.kind === 'copy') void handOver.copy(row, action.form, action.app);
    else if (action.kind === 'save') void handOver.save(row, action.form);
    else void acts[action.kind](row);
  }

  return { menu, code, act };
}

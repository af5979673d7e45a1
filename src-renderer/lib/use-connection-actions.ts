import type { ConnectionRow } from '#contract/ipc/connections.ts';
import { useI18n } from './i18n.ts';
import { call } from './ipc.ts';
import { useConnectionText } from './texts/connection-text.ts';
import { useClipboardStore } from './stores/clipboard.ts';
import { useConnectionsStore } from './stores/connections.ts';
import { usePrimaryForm } from './use-primary-form.ts';
import { useSessionStore } from './stores/session.ts';

/** What is done to one connection of the list. A failure is shown as a toast. */
export function useConnectionActions() {
  const { t } = useI18n();
  const words = useConnectionText();
  const primary = usePrimaryForm();
  const clipboard = useClipboardStore();
  const connections = useConnectionsStore();
  const session = useSessionStore();

  async function setFavourite({ key }: ConnectionRow, favourite: boolean) {
    const answer = await session.inAccount(() =>
      call('connections.setFavourite', { key, favourite }),
    );
    if (answer.ok) connections.replace(answer.value);
    return answer;
  }

  return {
    copy: (row: ConnectionRow): void => {
      if (row.forms.length > 0) void primary.copy(row);
    },
    toggleFavourite: async (row: ConnectionRow): Promise<void> => {
      const answer = await setFavourite(row, !row.favourite);
      if (!answer.ok) clipboard.fail(answer.failure);
      // A star that was taken away by mistake is hard to find again; one too many is plain to see.
      else if (row.favourite) {
        clipboard.say(t('connection.favourite.removed', { title: words.title(row) }), () =>
          setFavourite(row, true),
        );
      }
    },
  };
}

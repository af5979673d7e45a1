import type { ConnectionDetail, ConnectionRow } from '#contract/ipc/connections.ts';
import { useConnectionWords } from '#renderer/composables/words/connection-words.ts';
import { useClipboardStore } from '#renderer/stores/clipboard.ts';
import { useConnectionsStore } from '#renderer/stores/connections.ts';
import type { PagedList } from './paged-list.ts';

/** What is done to one connection of the list. A failure is shown as a toast. */
export function useConnectionActions(paged: PagedList) {
  const words = useConnectionWords();
  const clipboard = useClipboardStore();
  const connections = useConnectionsStore();

  return {
    /** Copies the first form that the connection has. */
    copy: (row: ConnectionRow): void => {
      const form = row.forms[0];
      if (form === undefined) return;
      void clipboard.copy(row.key, form, {
        title: words.title(row),
        said: words.form(form, row).copied,
      });
    },
    toggleFavourite: async (row: ConnectionRow): Promise<void> => {
      const answer = await connections.setFavourite(row, !row.favourite);
      if (answer.ok) paged.replace(answer.value);
      else clipboard.fail(answer.failure);
    },
    /** Shows the values that a change answered with, unless another connection is current by now. */
    showChanged: (detail: ConnectionDetail): void => {
      if (connections.current?.key === detail.key) connections.setCurrent(detail);
      paged.replace(detail);
    },
  };
}

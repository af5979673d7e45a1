import { computed } from 'vue';
import type { ConnectionRow } from '#contract/ipc/connections.ts';
import { useConnectionText } from '#renderer/lib/texts/connection-text.ts';
import { useConnectionsStore } from '#renderer/lib/stores/connections.ts';
import { itemKeyOf, type BundleItem } from './bundle.ts';

/** Gives items of a bundle the names and the rows that the list of connections has for them. */
export function useListedItems(): (items: readonly BundleItem[]) => BundleItem[] {
  const connections = useConnectionsStore();
  const words = useConnectionText();
  const rows = computed(() => {
    const byItem = new Map<string, ConnectionRow>();
    for (const row of connections.all()) {
      const key = itemKeyOf(row.key);
      if (key !== undefined) byItem.set(key, row);
    }
    return byItem;
  });

  return (items) =>
    items.map((item) => {
      const row = rows.value.get(item.key);
      return row === undefined
        ? item
        : { ...item, row, title: words.title(row), about: item.about || row.protocol };
    });
}

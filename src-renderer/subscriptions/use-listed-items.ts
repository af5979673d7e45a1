import { computed } from 'vue';
import type { ConnectionRow } from '#contract/ipc/connections.ts';
import { itemTypes } from '#contract/records/custom-subscriptions.ts';
import { connectionKey } from '#contract/rules/connection-key.ts';
import { useEndpointQuery } from '#renderer/lib/queries/use-endpoint-query.ts';
import { useConnectionText } from '#renderer/lib/texts/connection-text.ts';
import { useI18n } from '#renderer/lib/i18n.ts';
import { useConnectionsStore } from '#renderer/lib/stores/connections.ts';
import { itemKeyOf, keyOfItem, type BundleItem } from './bundle.ts';

/** What kind of thing an item of a bundle is. */
export function useItemKind(): (item: BundleItem) => string {
  const { t } = useI18n();
  return ({ type }) => t(`bundle.type.${itemTypes.find((known) => known === type) ?? 'unknown'}`);
}

/** Gives items of a bundle the rows that the list of connections has for them, and each a name. */
export function useListedItems(): (items: readonly BundleItem[]) => BundleItem[] {
  const connections = useConnectionsStore();
  const options = useEndpointQuery('paidOptions.list', {});
  const words = useConnectionText();
  const kindOf = useItemKind();
  const numbered = (item: BundleItem): string =>
    [kindOf(item), item.input && `#${String(item.input.item_reference_id)}`]
      .filter(Boolean)
      .join(' ');
  const rows = computed(() => {
    const byItem = new Map<string, ConnectionRow>();
    for (const row of connections.all()) {
      const key = itemKeyOf(row.key);
      if (key !== undefined) byItem.set(key, row);
    }
    for (const { option_id: optionId, configs } of options.data.value ?? [])
      for (const { id, index } of configs) {
        const row = connections.rowOf(connectionKey({ source: 'paid', optionId, configId: id }));
        if (row) byItem.set(keyOfItem('paid_option_index', optionId, index), row);
      }
    return byItem;
  });

  return (items) =>
    items.map((item) => {
      const row = rows.value.get(item.key);
      return row === undefined
        ? { ...item, title: item.title || numbered(item) }
        : { ...item, row, title: words.title(row), about: item.about || row.protocol };
    });
}

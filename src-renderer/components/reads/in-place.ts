import type { UnreadableElement } from '#contract/unreadable.ts';

/** An element of a list, or one that could not be read. */
export type Placed<Item> = { readonly item: Item } | { readonly unreadable: UnreadableElement };

/**
 * The elements of a list with those that could not be read where the service sent them.
 *
 * @param unreadable those of the whole answer
 * @param list dotted path of the list in the answer, empty for the answer itself
 */
export function inPlace<Item>(
  items: readonly Item[],
  unreadable: readonly UnreadableElement[],
  list = '',
): Placed<Item>[] {
  const placed: Placed<Item>[] = items.map((item) => ({ item }));
  const own = unreadable.filter((element) => element.list === list);
  for (const element of own.toSorted((one, other) => one.index - other.index)) {
    placed.splice(element.index, 0, { unreadable: element });
  }
  return placed;
}

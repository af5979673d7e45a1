import type { UnreadableElement } from '#contract/unreadable.ts';

/** An element of a list, or one that could not be read. `key` is its row's among all of them. */
type Placed<Item> =
  | { readonly key: string; readonly item: Item }
  | { readonly key: string; readonly unreadable: UnreadableElement };

/** Those of the whole answer that could not be read, at their places; `list`: its path. */
export function inPlace<Item>(
  items: readonly Item[],
  unreadable: readonly UnreadableElement[],
  keyOf: (item: Item) => string | number,
  list = '',
): Placed<Item>[] {
  const placed: Placed<Item>[] = items.map((item) => ({ key: `item ${keyOf(item)}`, item }));
  const own = unreadable.filter((element) => element.list === list);
  for (const element of own.toSorted((one, other) => one.index - other.index)) {
    const key = `unreadable ${String(element.index)}`;
    placed.splice(element.index, 0, { key, unreadable: element });
  }
  return placed;
}

import {
  isAvailableIndex,
  isAvailableServerConfig,
  itemTypes,
  type AvailableItems,
  type AvailablePaidOption,
  type SubscriptionItem,
} from '#contract/records/custom-subscriptions.ts';
import type { ConnectionRow } from '#contract/ipc/connections.ts';
import { sourceOf } from '#contract/connections/sources.ts';
import { visible } from '#renderer/lib/texts/connection-text.ts';

interface ItemInput {
  readonly item_type: (typeof itemTypes)[number];
  readonly item_reference_id: number;
  readonly item_index?: number;
}

/** An item of the bundle, or one that could become one. */
export interface BundleItem {
  readonly key: string;
  readonly type: string;
  readonly title: string;
  /** What it belongs to, or its protocol. Empty where nothing more is known. */
  readonly about: string;
  readonly valid: boolean;
  /** The connection that it is, as the list of connections has it; absent where that has none. */
  readonly row?: ConnectionRow;
  /** `null`: of a kind that the service has and Culvert does not know, so it cannot be sent. */
  readonly input: ItemInput | null;
}

function isKnown(type: string): type is ItemInput['item_type'] {
  return (itemTypes as readonly string[]).includes(type);
}

/** The same for the same thing, in a bundle and among what is available. */
export function keyOfItem(type: string, reference: number, index?: number): string {
  return [type, reference, ...(index === undefined ? [] : [index])].join(':');
}

function itemOf(
  type: string,
  reference: number,
  index: number | null | undefined,
  facts: Pick<BundleItem, 'about' | 'valid'> & { readonly title: string | null },
): BundleItem {
  const place = type === 'paid_option_index' ? (index ?? undefined) : undefined;
  return {
    key: keyOfItem(type, reference, place),
    type,
    ...facts,
    title: visible(facts.title ?? ''),
    about: visible(facts.about),
    input: isKnown(type)
      ? {
          item_type: type,
          item_reference_id: reference,
          ...(place !== undefined && { item_index: place }),
        }
      : null,
  };
}

/** The items as the service has them, in its order. What it has twice has two keys. */
export function bundleOf(items: readonly SubscriptionItem[]): BundleItem[] {
  const seen = new Set<string>();
  return items.map((sent) => {
    const item = itemOf(sent.item_type, sent.item_reference_id, sent.item_index, {
      title: sent.resolved_title,
      about: '',
      valid: sent.is_valid,
    });
    const key = seen.has(item.key) ? `${item.key} again ${String(seen.size)}` : item.key;
    seen.add(key);
    return { ...item, key };
  });
}

/** What has expired can be put in, and is marked: clients get nothing from it. */
const isValid = ({ expires_at }: { readonly expires_at: number }, now: number): boolean =>
  expires_at * 1000 > now;

function ofOption(option: AvailablePaidOption, now: number): BundleItem[] {
  const valid = isValid(option, now);
  const whole = itemOf('paid_option', option.id, null, {
    title: option.title,
    about: '',
    valid,
  });
  const parts = option.configs.flatMap((config): BundleItem[] => {
    const about = option.title ?? '';
    if (isAvailableIndex(config)) {
      const title = config.custom_title ?? config.original_title;
      return [itemOf('paid_option_index', option.id, config.index, { title, about, valid })];
    }
    return isAvailableServerConfig(config)
      ? [itemOf('paid_option_config', config.id, null, { title: config.title, about, valid })]
      : [];
  });
  return [whole, ...parts];
}

/** An option's own configurations are named by their index, others by their id. */
export function availableOf(
  { configs, paid_options: options }: AvailableItems,
  now: number,
): BundleItem[] {
  return [
    ...configs.map(({ source, id, title, protocol, expires_at }) =>
      itemOf(source, id, null, {
        title,
        about: protocol,
        valid: isValid({ expires_at }, now),
      }),
    ),
    ...options.flatMap((option) => ofOption(option, now)),
  ].filter(({ input }) => input !== null);
}

/** The key of the item that a connection is in a bundle; `undefined` for what none can hold. */
export function itemKeyOf(connectionKey: string): string | undefined {
  return sourceOf(connectionKey)?.settings?.bundled;
}

export function moved<Item>(items: readonly Item[], from: number, to: number): Item[] {
  const item = items[from];
  const rest = items.filter((_, position) => position !== from);
  return item === undefined ? rest : rest.toSpliced(to, 0, item);
}

/** Whether both are the same items in the same order. */
export function sameBundle(one: readonly BundleItem[], other: readonly BundleItem[]): boolean {
  return one.length === other.length && one.every(({ key }, n) => key === other[n]?.key);
}

/** What is sent: every item that Culvert can name. */
export function inputsOf(items: readonly BundleItem[]): ItemInput[] {
  return items.flatMap(({ input }) => (input === null ? [] : [input]));
}

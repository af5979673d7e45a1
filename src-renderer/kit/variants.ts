import { createTailwindMerge } from 'tailwind-merge';
import { cx } from 'tailwind-variants/utils';
import { createTV as createPlain } from 'tailwind-variants/lite';
import classGroups from 'virtual:class-groups';

/**
 * `tailwind-variants` as the kit uses it, from its light half and a `tailwind-merge` that knows the
 * window's own classes alone: of two that set the same thing, the later stays.
 */
const merge = createTailwindMerge(classGroups);
const merged = (classes: string | undefined) =>
  classes === undefined ? undefined : merge(classes);

type Slot = (props?: object) => string | undefined;

export function createTV() {
  const plain = createPlain();
  return (theme: Parameters<typeof plain>[0]) => {
    const component = plain(theme) as (props?: object) => string | undefined | Record<string, Slot>;
    return (props?: object) => {
      const made = component(props);
      if (typeof made !== 'object') return merged(made);
      return Object.fromEntries(
        Object.entries(made).map(([name, slot]) => [name, (own?: object) => merged(slot(own))]),
      );
    };
  };
}

/** Joins classes given otherwise. */
export const cnMerge =
  (...classes: Parameters<typeof cx>) =>
  () =>
    merged(cx(...classes));

import { computed, shallowRef, watch, type Ref } from 'vue';
import type { ConnectionRow } from '#contract/ipc/connections.ts';
import { call } from '#renderer/ipc.ts';
import { found, usePaletteActions, type PaletteAction } from './palette-actions.ts';

/** What can be chosen: something to do, or a connection to copy. */
export type Choice =
  | { readonly key: string; readonly action: PaletteAction }
  | { readonly key: string; readonly row: ConnectionRow };

/** Connections that are offered before anything is searched for, and then. */
const shownWithout = 6;
const shownWith = 30;

/**
 * What a search finds, and what is offered without one.
 *
 * @param onSearch hears that another search has begun
 */
export function usePaletteChoices(search: Readonly<Ref<string>>, onSearch: () => void) {
  const actions = usePaletteActions();
  const rows = shallowRef<readonly ConnectionRow[]>([]);
  let asked = 0;

  watch(
    search,
    async (text) => {
      asked += 1;
      const mine = asked;
      onSearch();
      const wanted = text.trim();
      const answer = await call('connections.query', {
        filter: { search: wanted },
        order: {},
        offset: 0,
        limit: wanted === '' ? shownWithout : shownWith,
      });
      if (mine === asked && answer.ok) rows.value = answer.value.rows;
    },
    { immediate: true },
  );

  return computed((): Choice[] => {
    const wanted = search.value.trim();
    const doing = actions.value
      .filter((action) => wanted === '' || found(action, wanted))
      .map((action) => ({ key: action.id, action }));
    const copying = rows.value.map((row) => ({ key: row.key, row }));
    return wanted === '' ? [...copying, ...doing] : [...doing, ...copying];
  });
}

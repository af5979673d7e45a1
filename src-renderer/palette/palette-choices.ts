import { computed, type Ref } from 'vue';
import type { ConnectionRow } from '#contract/ipc/connections.ts';
import { shownTitle } from '#contract/protocol-names.ts';
import { searchItems, SearchedText, textsRank } from '#contract/rules/search.ts';
import { useConnectionsStore } from '#renderer/lib/stores/connections.ts';
import {
  searchedName,
  usePaletteActions,
  useSelectionActions,
  type PaletteAction,
} from './palette-actions.ts';
import { usePaletteSettings, usePaletteThings } from './palette-things.ts';
import { usePaletteVerbs } from './palette-verbs.ts';

export type Choice =
  | { readonly key: string; readonly action: PaletteAction }
  | { readonly key: string; readonly row: ConnectionRow };

/** How many connections are offered before anything is typed, and for a search. */
const suggestedRows = 6;
const maxResults = 30;

/** Puts a name in the other language behind all that is written so in the own one. */
const otherLanguage = 60;

/** What a search finds, and what is offered without one. */
export function usePaletteChoices(search: Readonly<Ref<string>>) {
  const actions = usePaletteActions();
  const ofSelection = useSelectionActions();
  const connections = useConnectionsStore();
  const verbs = usePaletteVerbs(() => search.value.trim() !== '');
  const things = usePaletteThings(search);
  const settings = usePaletteSettings(search);
  const choiceOf = (action: PaletteAction): Choice => ({ key: action.id, action });

  return computed((): Choice[] => {
    const text = search.value.trim();
    const selected = searchItems(ofSelection.value, text, searchedName).map(choiceOf);
    const matching = searchItems(actions.value, text, searchedName).map(choiceOf);
    const recents =
      text === '' ? connections.recents.flatMap((key) => connections.rowOf(key) ?? []) : [];
    const found = [...new Set([...recents, ...connections.find({ search: text })])]
      .slice(0, text === '' ? suggestedRows : maxResults)
      .map((row) => ({ key: row.key, row }));
    if (text === '') return [...selected, ...found, ...matching];
    const verb = verbs.linesOf(text);
    const lines = (verb?.lines ?? found.slice(0, 1).flatMap(({ row }) => verbs.why(row))).map(
      choiceOf,
    );
    const rankOf = textsRank(text, false);
    /** By its own name, behind it by that in the other language; what a verb does comes at once or after all that is named. */
    const fit = (choice: Choice): number => {
      if (lines.includes(choice)) return verb?.isMeant === true ? 0 : Infinity;
      const names =
        'action' in choice ? [choice.action.label, choice.action.also ?? ''] : [choice.row.title];
      const ranks = names.map((name) => rankOf?.([new SearchedText(name)]) ?? Infinity);
      return Math.min(...ranks.map((rank, at) => rank + at * otherLanguage));
    };
    // Of what fits as well, titles of connections come first: such a title is no coincidence.
    const named = searchItems(found, text, ({ row }) => [shownTitle(row)]);
    const others = [...matching, ...things.value.map(choiceOf), ...lines, ...found];
    const sorted = [...new Set<Choice>([...named, ...others])]
      .map((choice) => ({ choice, fit: fit(choice) }))
      .sort((one, other) => one.fit - other.fit)
      .map(({ choice }) => choice);
    return [...selected, ...sorted, ...settings.value.map(choiceOf)];
  });
}

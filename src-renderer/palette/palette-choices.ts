import { computed, type Ref } from 'vue';
import { useRouter } from 'vue-router';
import IconCircleQuestionMark from '~icons/lucide/circle-question-mark';
import type { ConnectionRow } from '#contract/ipc/connections.ts';
import { folded, searchItems } from '#contract/rules/search.ts';
import { hasProblem, whyNotWorking } from '#contract/connections/why-not-working.ts';
import { useConnectionText } from '#renderer/lib/texts/connection-text.ts';
import { useI18n } from '#renderer/lib/i18n.ts';
import { useConnectionsStore } from '#renderer/lib/stores/connections.ts';
import {
  searchedName,
  usePaletteActions,
  useSettingActions,
  type PaletteAction,
} from './palette-actions.ts';

/** One line of the palette: an action to run, or a connection to copy. */
export type Choice =
  | { readonly key: string; readonly action: PaletteAction }
  | { readonly key: string; readonly row: ConnectionRow };

/** How many connections are offered before anything is typed, and for a search. */
const suggestedRows = 6;
const maxResults = 30;

/** The question why a connection does not work, as a line of the palette. */
function useQuestion() {
  const { t } = useI18n();
  const { title } = useConnectionText();
  const router = useRouter();
  const connections = useConnectionsStore();

  return (row: ConnectionRow): Choice => {
    const action = {
      id: `why ${row.key}`,
      icon: IconCircleQuestionMark,
      label: t('why.ask', { title: title(row) }),
      kind: t('palette.action'),
      run: () => {
        connections.explain(row.key);
        void router.push(`/connections/${row.key}`);
      },
    };
    return { key: action.id, action };
  };
}

/** The questions that a search asks which begins with their first word; `null` for any other. */
function useQuestions(question: (row: ConnectionRow) => Choice) {
  const { t } = useI18n();
  const connections = useConnectionsStore();

  /** The words of a search after the one that the question begins with; `null` for any other search. */
  function subjectOf(search: string): readonly string[] | null {
    const [first = '', ...words] = search.split(/\s+/);
    const asks = searchItems([t('why.askWord')], first, (word) => word).length > 0;
    return first.length > 1 && asks ? words : null;
  }

  /** Those whose title, place or protocol the words name; of no words all, what is not well first. */
  function named(words: readonly string[]): readonly ConnectionRow[] {
    if (words.length === 0) {
      const now = Date.now();
      const isWell = (row: ConnectionRow) => Number(!hasProblem(whyNotWorking({ row, now })));
      return connections.find({}).toSorted((one, other) => isWell(one) - isWell(other));
    }
    const found = connections.find({ search: words.join(' ') });
    if (found.length > 0) return found;
    const own = new Set(folded(t('why.ask', { title: '' })).split(/[^\p{L}]+/u));
    const others = words.filter((word) => !own.has(folded(word)));
    return others.length === words.length ? [] : named(others);
  }

  return (search: string): readonly Choice[] | null => {
    const words = subjectOf(search);
    return words && named(words).slice(0, suggestedRows).map(question);
  };
}

/** What a search finds, and what is offered without one. */
export function usePaletteChoices(search: Readonly<Ref<string>>) {
  const actions = usePaletteActions();
  const settings = useSettingActions();
  const connections = useConnectionsStore();
  const question = useQuestion();
  const questionsOf = useQuestions(question);

  return computed((): Choice[] => {
    const text = search.value.trim();
    const offered = text === '' ? actions.value : [...actions.value, ...settings.value];
    const matching = searchItems(offered, text, searchedName).map((action) => ({
      key: action.id,
      action,
    }));
    const found = connections
      .find({ search: text })
      .slice(0, text === '' ? suggestedRows : maxResults)
      .map((row) => ({ key: row.key, row }));
    if (text === '') return [...found, ...matching];
    // Connections whose title has the typed text come first: such a title is no coincidence.
    const named = searchItems(found, text, ({ row }) => row.title);
    const exact = matching.filter(({ action }) => folded(action.label) === folded(text));
    const questions = questionsOf(text);
    const last = questions === null ? found.slice(0, 1).map(({ row }) => question(row)) : [];
    const first = [...exact, ...(questions ?? []), ...named];
    return [...new Set<Choice>([...first, ...matching, ...last, ...found])];
  });
}

import type { ConnectionRow } from '#contract/ipc/connections.ts';
import { protocolName } from '#contract/protocol-names.ts';
import {
  folded,
  searchedWords,
  SearchedText,
  textsRank,
  type SearchedWord,
} from '#contract/rules/search.ts';
import { countryNames } from './country-names.ts';

/** A host, found as it was typed; its port is searched only by a word with a colon. */
class SearchedHost extends SearchedText {
  readonly #name: string;

  constructor(host: string) {
    super(host);
    this.#name = folded(host).replace(/:\d+(?:-\d+)?$/, '');
  }

  override has({ typed }: SearchedWord): boolean {
    return (typed.includes(':') ? this.plain : this.#name).includes(typed);
  }

  override begins({ typed }: SearchedWord): boolean {
    return this.plain.startsWith(typed);
  }

  override hasRespelled(): boolean {
    return false;
  }

  override hasMisspelled(): boolean {
    return false;
  }
}

/** The texts of a row that are searched, by their weight. */
type RowTexts = readonly [
  title: SearchedText,
  place: SearchedText,
  protocol: SearchedText,
  host: SearchedText,
  note: SearchedText,
];

/** Folding the texts of all rows takes longer than searching them. */
const searchedRows = new WeakMap<ConnectionRow, RowTexts>();

/** How well a row matches: title, place, country in each language, protocol, host, note. */
export function searchRank(
  search: string,
  withMistakes: boolean,
): ((row: ConnectionRow) => number | undefined) | undefined {
  const rankOf = textsRank(search, withMistakes);
  return rankOf && ((row) => rankOf(searchedRow(row)));
}

function searchedRow(row: ConnectionRow): RowTexts {
  const known = searchedRows.get(row);
  if (known) return known;
  const texts: RowTexts = [
    new SearchedText(row.title),
    new SearchedText([row.place, row.country, ...countryNames(row.country)].join('\n')),
    new SearchedText(`${row.protocol}\n${protocolName(row.protocol)}`),
    new SearchedHost(row.host),
    new SearchedText(row.note ?? ''),
  ];
  searchedRows.set(row, texts);
  return texts;
}

/** Whether a word of a search is in a row's note and not in its title. */
export function noteExplainsMatch(row: ConnectionRow, search: string): boolean {
  if (row.note === undefined) return false;
  const [title, , , , note] = searchedRow(row);
  const has = (text: SearchedText, word: SearchedWord) => text.has(word) || text.hasRespelled(word);
  return searchedWords(search).some((word) => has(note, word) && !has(title, word));
}

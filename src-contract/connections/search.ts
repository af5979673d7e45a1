import type { ConnectionRow } from '#contract/ipc/connections.ts';
import { protocolName } from '#contract/protocol-names.ts';
import {
  folded,
  positionOf,
  searchedWords,
  SearchedText,
  startsWordAt,
  type SearchedWord,
} from '#contract/rules/search.ts';
import { countryNames } from './country-names.ts';

/** How well a search fits a row; lower is better. */
const rank = {
  wholeTitle: 0,
  titlePrefix: 1,
  titleWordStart: 2,
  inTitle: 3,
  place: 4,
  protocol: 5,
  host: 6,
  note: 7,
  /** Typed in the other keyboard layout, or transliterated. */
  respelled: 8,
  /** With one mistake. */
  misspelled: 9,
} as const;

/** The texts of a row that are searched. */
interface SearchedRow {
  readonly title: SearchedText;
  readonly place: SearchedText;
  readonly protocol: SearchedText;
  /** Folded. */
  readonly host: string;
  readonly hostAndPort: string;
  readonly note: SearchedText;
}

/** Folding the texts of all rows takes longer than searching them. */
const searchedRows = new WeakMap<ConnectionRow, SearchedRow>();

/**
 * Ranks how well a row matches a search, `undefined` where it does not: every word must be found in
 * title, place, country (in each of the languages), protocol, host or the user's note, and the worst
 * of them decides.
 * A host's port is searched only by a word with a colon.
 *
 * @param withMistakes also finds words that were typed with one mistake
 * @returns `undefined` for a search without words
 */
export function searchRank(
  search: string,
  withMistakes: boolean,
): ((row: ConnectionRow) => number | undefined) | undefined {
  const words = searchedWords(search);
  if (words.length === 0) return undefined;
  const phrase = words.map(({ typed }) => typed).join(' ');
  return (row) => {
    const texts = searchedRow(row);
    let worst: number = rank.wholeTitle;
    for (const word of words) {
      const found = wordRank(texts, word, withMistakes);
      if (found === undefined) return undefined;
      worst = Math.max(worst, found);
    }
    if (worst > rank.inTitle) return worst;
    const title = texts.title.plain.trim();
    if (title === phrase) return rank.wholeTitle;
    return title.startsWith(phrase) ? rank.titlePrefix : worst;
  };
}

function wordRank(
  { title, place, protocol, host, hostAndPort, note }: SearchedRow,
  word: SearchedWord,
  withMistakes: boolean,
): number | undefined {
  const { typed } = word;
  const at = positionOf(title.plain, typed);
  if (at >= 0) return startsWordAt(title.plain, at) ? rank.titleWordStart : rank.inTitle;
  if (place.has(word)) return rank.place;
  if (protocol.has(word)) return rank.protocol;
  if ((typed.includes(':') ? hostAndPort : host).includes(typed)) return rank.host;
  if (note.has(word)) return rank.note;
  if ([title, place, note].some((text) => text.hasRespelled(word))) return rank.respelled;
  if (!withMistakes) return undefined;
  const isMisspelled = [title, place, protocol, note].some((text) => text.hasMisspelled(word));
  return isMisspelled ? rank.misspelled : undefined;
}

function searchedRow(row: ConnectionRow): SearchedRow {
  const known = searchedRows.get(row);
  if (known) return known;
  const hostAndPort = folded(row.host);
  const searched: SearchedRow = {
    title: new SearchedText(row.title),
    place: new SearchedText([row.place, row.country, ...countryNames(row.country)].join('\n')),
    protocol: new SearchedText(`${row.protocol}\n${protocolName(row.protocol)}`),
    host: hostAndPort.replace(/:\d+(?:-\d+)?$/, ''),
    hostAndPort,
    note: new SearchedText(row.note ?? ''),
  };
  searchedRows.set(row, searched);
  return searched;
}

/** Whether a word of a search is in a row's note and not in its title. */
export function noteExplainsMatch(row: ConnectionRow, search: string): boolean {
  if (row.note === undefined) return false;
  const { title, note } = searchedRow(row);
  const has = (text: SearchedText, word: SearchedWord) => text.has(word) || text.hasRespelled(word);
  return searchedWords(search).some((word) => has(note, word) && !has(title, word));
}

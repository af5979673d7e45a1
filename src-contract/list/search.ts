import type { ConnectionRow } from '#contract/ipc/connections.ts';
import { protocolName } from '#contract/protocol-names.ts';
import {
  folded,
  otherLayout,
  positionOf,
  romanized,
  romanizedWord,
  searchTerms,
  startsWordAt,
} from '#contract/rules/search.ts';

/** How well a search fits a row; lower is better. */
const rank = {
  wholeTitle: 0,
  titlePrefix: 1,
  titleWordStart: 2,
  inTitle: 3,
  place: 4,
  protocol: 5,
  host: 6,
  /** Typed in the other keyboard layout, or transliterated. */
  respelled: 7,
} as const;

/** The texts of a row that are searched, folded. */
interface SearchedText {
  readonly title: string;
  readonly place: string;
  readonly protocol: string;
  readonly host: string;
  readonly hostAndPort: string;
  /** Title and place in Latin letters; made when it is first needed. */
  latin: string | undefined;
}

/** Folding the texts of all rows takes longer than searching them. */
const searchedTexts = new WeakMap<ConnectionRow, SearchedText>();

/**
 * Ranks how well a row matches a search, `undefined` where it does not: every word must be found in
 * title, place, country, protocol or host, and the worst of them decides. A host's port is searched
 * only by a word with a colon.
 *
 * @returns `undefined` for a search without words
 */
export function searchRank(
  search: string,
): ((row: ConnectionRow) => number | undefined) | undefined {
  const words = searchTerms(search);
  if (words.length === 0) return undefined;
  const ranks = words.map(wordRank);
  const phrase = words.join(' ');
  return (row) => {
    const text = searchedText(row);
    let worst: number = rank.wholeTitle;
    for (const rankOf of ranks) {
      const found = rankOf(text);
      if (found === undefined) return undefined;
      worst = Math.max(worst, found);
    }
    if (worst > rank.inTitle) return worst;
    const title = text.title.trim();
    if (title === phrase) return rank.wholeTitle;
    return title.startsWith(phrase) ? rank.titlePrefix : worst;
  };
}

function wordRank(word: string): (text: SearchedText) => number | undefined {
  const layout = otherLayout(word);
  const latin = romanizedWord(word);
  const withPort = word.includes(':');
  return (text) => {
    const at = positionOf(text.title, word);
    if (at >= 0) return startsWordAt(text.title, at) ? rank.titleWordStart : rank.inTitle;
    if (text.place.includes(word)) return rank.place;
    if (text.protocol.includes(word)) return rank.protocol;
    if ((withPort ? text.hostAndPort : text.host).includes(word)) return rank.host;
    const isRespelled =
      (layout !== undefined && (text.title.includes(layout) || text.place.includes(layout))) ||
      (latin !== undefined && latinText(text).includes(latin));
    return isRespelled ? rank.respelled : undefined;
  };
}

function searchedText(row: ConnectionRow): SearchedText {
  const known = searchedTexts.get(row);
  if (known) return known;
  const hostAndPort = folded(row.host);
  const text: SearchedText = {
    title: folded(row.title),
    place: folded(`${row.place}\n${row.country}`),
    protocol: folded(`${row.protocol}\n${protocolName(row.protocol)}`),
    host: hostAndPort.replace(/:\d+(?:-\d+)?$/, ''),
    hostAndPort,
    latin: undefined,
  };
  searchedTexts.set(row, text);
  return text;
}

function latinText(text: SearchedText): string {
  return (text.latin ??= romanized(`${text.title}\n${text.place}`));
}

import { protocolName } from '#contract/protocol-names.ts';
import {
  folded,
  foreignLetter,
  otherLayout,
  positionOf,
  romanized,
  romanizedWord,
  searchTerms,
  startsWordAt,
} from '#contract/rules/search.ts';
import type { ConnectionState } from '#contract/rules/connection-state.ts';
import type { ConnectionLine } from '#core/connections/connection.ts';

/** An entry with what searching has worked out of its title; worked out when it is first needed. */
export interface Indexed {
  readonly entry: ConnectionLine;
  title: string | undefined;
  romanizedTitle: string | undefined;
  /** Its state when it was last published; `undefined` where it never was. */
  state: ConnectionState | undefined;
}

/** How well a search fits an entry; lower is better. */
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

/**
 * Ranks how well an entry matches a search, `undefined` where it does not fit: every word must be
 * found in title, place, country, protocol or host, and the worst of them decides. A host's port is
 * searched only by a word with a colon.
 */
export function searchRank(search: string): ((item: Indexed) => number | undefined) | undefined {
  const words = searchTerms(search);
  if (words.length === 0) return undefined;
  const ranks = words.map(wordRank);
  const phrase = words.join(' ');
  return (item) => {
    let worst: number = rank.wholeTitle;
    for (const rankOf of ranks) {
      const found = rankOf(item);
      if (found === undefined) return undefined;
      worst = Math.max(worst, found);
    }
    if (worst > rank.inTitle) return worst;
    const title = foldedTitle(item).trim();
    if (title === phrase) return rank.wholeTitle;
    return title.startsWith(phrase) ? rank.titlePrefix : worst;
  };
}

function wordRank(word: string): (item: Indexed) => number | undefined {
  const inTitle = titleSearch(word);
  const inPlace = sharedSearch((place) => folded(place).includes(word));
  const inCountry = sharedSearch((country) => folded(country).includes(word));
  const inProtocol = sharedSearch((protocol) =>
    folded(`${protocol}\n${protocolName(protocol)}`).includes(word),
  );
  const likelyHost = glanceFor(word);
  const withPort = word.includes(':');
  const respelled = respelledSearch(word);
  return (item) => {
    const { protocol, place, country, host } = item.entry;
    const title = inTitle(item);
    if (title !== undefined) return title;
    if (inPlace(place) || inCountry(country)) return rank.place;
    if (inProtocol(protocol)) return rank.protocol;
    if (likelyHost.test(host) && folded(withPort ? host : withoutPort(host)).includes(word)) {
      return rank.host;
    }
    return respelled?.(item) === true ? rank.respelled : undefined;
  };
}

/** The word in a title, and whether it begins a word there. */
function titleSearch(word: string): (item: Indexed) => number | undefined {
  const likely = glanceFor(word);
  return (item) => {
    if (!likely.test(item.entry.title)) return undefined;
    const title = foldedTitle(item);
    const at = positionOf(title, word);
    if (at < 0) return undefined;
    return startsWordAt(title, at) ? rank.titleWordStart : rank.inTitle;
  };
}

/** The word in the other keyboard layout, or in the other alphabet, in title and place. */
function respelledSearch(word: string): ((item: Indexed) => boolean) | undefined {
  const layout = otherLayout(word);
  const latin = romanizedWord(word);
  if (layout === undefined && latin === undefined) return undefined;
  const layoutTitle = layout === undefined ? undefined : titleSearch(layout);
  const inPlace = sharedSearch((place) => {
    const text = folded(place);
    return (
      (layout !== undefined && text.includes(layout)) ||
      (latin !== undefined && romanized(text).includes(latin))
    );
  });
  return (item) => {
    if (layoutTitle?.(item) !== undefined || inPlace(item.entry.place)) return true;
    if (latin === undefined) return false;
    item.romanizedTitle ??= romanized(foldedTitle(item));
    return item.romanizedTitle.includes(latin);
  };
}

function foldedTitle(item: Indexed): string {
  return (item.title ??= folded(item.entry.title));
}

const withoutPort = (host: string) => host.replace(/:\d+(?:-\d+)?$/, '');

/** Remembers the answers about values that many entries share. */
function sharedSearch(test: (value: string) => boolean): (value: string) => boolean {
  const known = new Map<string, boolean>();
  return (value) => {
    let found = known.get(value);
    if (found === undefined) {
      found = test(value);
      known.set(value, found);
    }
    return found;
  };
}

/**
 * What a text has where it has the word once it is folded: the word itself, in letters of either case,
 * or a foreign letter. It costs a fifth of folding the text, and most texts have neither.
 */
function glanceFor(word: string): RegExp {
  const letters = word.split('').map((letter) => {
    const forms = `${letter}${letter.toUpperCase()}${letter === 'е' ? 'ёЁ' : ''}`;
    return `[${forms.split('').map(escaped).join('')}]`;
  });
  return new RegExp(`${letters.join('')}|${foreignLetter}`);
}

const escaped = (letter: string) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`;

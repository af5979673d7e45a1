import { protocolName } from '../../../../src-contract/protocol-names.ts';
import type { ConnectionLine } from '../connection.ts';

/** An entry with what searching needs of it. */
export interface Indexed {
  readonly entry: ConnectionLine;
  /** What it has alone; folded when it is first searched for, as what it shares often decides. */
  own: string | undefined;
}

/** Text that folding only makes lower case, and such in which it also knows one `е`. */
const plain = /^[ -~\n\t]*$/;
const plainRussian = /^[ -~\n\tЁА-яё]*$/;

/** Lower case, one form of each letter, so that `Ёлка` is found by `елка`. */
export function folded(text: string): string {
  if (plain.test(text)) return text.toLowerCase();
  if (plainRussian.test(text)) return text.toLowerCase().replaceAll('ё', 'е');
  return text.normalize('NFKC').toLowerCase().replaceAll('ё', 'е');
}

/** Stands between texts: nothing composes with it, and it ends a word. */
const between = '\t';

/** Folds many texts in one: a call for each takes longer than what it does. */
function foldedAll(texts: readonly string[]): readonly string[] {
  const all = folded(texts.join(between)).split(between);
  // One of them may hold what should stand between them.
  return all.length === texts.length ? all : texts.map(folded);
}

/**
 * Those of the items that have a word in what is searched: title, host, place, country and protocol.
 *
 * @param word folded, without spaces
 */
export function withWord(items: readonly Indexed[], word: string): readonly Indexed[] {
  const isShared = sharedTest(word);
  const shared = items.map(({ entry }) => isShared(entry));
  const unfolded = items.filter(({ own }, n) => own === undefined && !shared[n]);
  const texts = foldedAll(unfolded.map(({ entry }) => `${entry.title}\n${entry.host}`));
  unfolded.forEach((item, n) => {
    item.own = texts[n];
  });
  return items.filter(({ own }, n) => shared[n] || own?.includes(word));
}

/** Whether a line has the word in what it shares with many, each of which is looked at once. */
function sharedTest(word: string): (line: ConnectionLine) => boolean {
  const isIn = (textOf: (value: string) => string) => {
    const known = new Map<string, boolean>();
    return (value: string) => {
      let found = known.get(value);
      if (found === undefined) {
        found = folded(textOf(value)).includes(word);
        known.set(value, found);
      }
      return found;
    };
  };
  const inProtocol = isIn((protocol) => `${protocol}\n${protocolName(protocol)}`);
  const inPlace = isIn((place) => place);
  const inCountry = isIn((country) => country);
  return ({ protocol, place, country }) =>
    inProtocol(protocol) || inPlace(place) || inCountry(country);
}

import { protocolName } from '../../../../src-contract/protocol-names.ts';
import type { ConnectionLine } from '../connection.ts';

/** An entry with what searching and sorting need of it, worked out once. */
export interface Indexed {
  readonly entry: ConnectionLine;
  /** What it shares with many, folded. */
  readonly shared: string;
  /** What it has alone; folded when it is first searched for, as shared words often decide. */
  own: string | undefined;
}

/** Text that folding only makes lower case, and such in which it also knows one `е`. */
const plain = /^[ -~\n]*$/;
const plainRussian = /^[ -~\nЁА-яё]*$/;

/** Lower case, one form of each letter, so that `Ёлка` is found by `елка`. */
export function folded(text: string): string {
  if (plain.test(text)) return text.toLowerCase();
  if (plainRussian.test(text)) return text.toLowerCase().replaceAll('ё', 'е');
  return text.normalize('NFKC').toLowerCase().replaceAll('ё', 'е');
}

type Words = Map<string, string>;

/** Makes what many lines share of what is searched, each once. */
export function createSharedWords(): (line: ConnectionLine) => string {
  const places = new Map<string, Map<string, Words>>();
  return ({ place, country, protocol }) => {
    const countries = places.get(place) ?? new Map<string, Words>();
    places.set(place, countries);
    const protocols = countries.get(country) ?? new Map<string, string>();
    countries.set(country, protocols);
    let words = protocols.get(protocol);
    if (words === undefined) {
      words = folded([place, country, protocol, protocolName(protocol)].join('\n'));
      protocols.set(protocol, words);
    }
    return words;
  };
}

/** @param word folded */
export function hasWord(item: Indexed, word: string): boolean {
  if (item.shared.includes(word)) return true;
  item.own ??= folded(`${item.entry.title}\n${item.entry.host}`);
  return item.own.includes(word);
}

import { protocolName } from '#contract/protocol-names.ts';
import type { ConnectionLine } from '#core/connections/connection.ts';

/** An entry with what searching needs of it. */
export interface Indexed {
  readonly entry: ConnectionLine;
  /** What it has alone; folded when a look at it does not decide. */
  own: string | undefined;
}

/** A letter for which folding does more than make it lower case, `ё` aside. */
const foreign = '[^ -~\\nЁА-яё]';
const hasForeign = new RegExp(foreign);
const notAscii = /[^ -~\n]/;

/** Lower case, one form of each letter, so that `Ёлка` is found by `елка`. */
export function folded(text: string): string {
  if (!notAscii.test(text)) return text.toLowerCase();
  if (!hasForeign.test(text)) return text.toLowerCase().replaceAll('ё', 'е');
  return text.normalize('NFKC').toLowerCase().replaceAll('ё', 'е');
}

/**
 * Whether a line has a word in what is searched: title, host, place, country and protocol. Keeps what
 * it has found out of the words that lines share.
 *
 * @param word folded, without spaces
 */
export function hasWord(word: string): (item: Indexed) => boolean {
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
  const likely = glanceFor(word);
  return (item) => {
    const { protocol, place, country, title, host } = item.entry;
    if (inProtocol(protocol) || inPlace(place) || inCountry(country)) return true;
    if (!likely.test(title) && !likely.test(host)) return false;
    item.own ??= folded(`${title}\n${host}`);
    return item.own.includes(word);
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
  return new RegExp(`${letters.join('')}|${foreign}`);
}

const escaped = (letter: string) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** A letter for which folding does more than make it lower case, `ё` aside. */
const hasForeign = /[^ -~\nЁА-яё]/;
const notAscii = /[^ -~\n]/;

/** Lower case, one form of each letter, so that `Ёлка` is found by `елка`. */
export function folded(text: string): string {
  if (!notAscii.test(text)) return text.toLowerCase();
  if (!hasForeign.test(text)) return text.toLowerCase().replaceAll('ё', 'е');
  return text.normalize('NFKC').toLowerCase().replaceAll('ё', 'е');
}

/** The words of a search: folded, in the order they were typed. */
export function searchTerms(search: string): string[] {
  return folded(search).split(/\s+/).filter(Boolean);
}

/** Shorter words are not tried in another layout or alphabet: they would be found everywhere. */
const shortestRetry = 3;

const latinKeys = "qwertyuiop[]asdfghjkl;'zxcvbnm,.";
const cyrillicKeys = 'йцукенгшщзхъфывапролджэячсмитьбю';
const otherKey = new Map<string, string>();
for (let n = 0; n < latinKeys.length; n += 1) {
  otherKey.set(latinKeys.charAt(n), cyrillicKeys.charAt(n));
  otherKey.set(cyrillicKeys.charAt(n), latinKeys.charAt(n));
}

/**
 * A word as the same keys give it in the other of the two layouts, English and Russian:
 * `ntktajy` is `телефон`. `undefined` for a word that is too short to be tried or stays the same.
 *
 * @param word folded
 */
export function otherLayout(word: string): string | undefined {
  if (word.length < shortestRetry) return undefined;
  const typed = word.replaceAll(/./gu, (key) => otherKey.get(key) ?? key);
  const changed = folded(typed);
  return changed === word ? undefined : changed;
}

const latinLetters: Readonly<Record<string, string>> = {
  а: 'a',
  б: 'b',
  в: 'v',
  г: 'g',
  д: 'd',
  е: 'e',
  ж: 'zh',
  з: 'z',
  и: 'i',
  й: 'i',
  к: 'k',
  л: 'l',
  м: 'm',
  н: 'n',
  о: 'o',
  п: 'p',
  р: 'r',
  с: 's',
  т: 't',
  у: 'u',
  ф: 'f',
  х: 'h',
  ц: 'ts',
  ч: 'ch',
  ш: 'sh',
  щ: 'sh',
  ъ: '',
  ы: 'i',
  ь: '',
  э: 'e',
  ю: 'iu',
  я: 'ia',
};

/** Spellings of one sound, so that `Yulia`, `Iuliia` and `Юлия` come out the same. */
const spellings: readonly (readonly [RegExp, string])[] = [
  [/s(?:hc|c)h/g, 'sh'],
  [/kh/g, 'h'],
  [/ph/g, 'f'],
  [/[yj]o/g, 'e'],
  [/[yj]/g, 'i'],
  [/w/g, 'v'],
  [/x/g, 'ks'],
  [/qu/g, 'kv'],
  [/q/g, 'k'],
  [/ck/g, 'k'],
  [/c(?!h)/g, 'k'],
  [/['’]/g, ''],
  [/i{2,}/g, 'i'],
];

/**
 * A text in Latin letters of one spelling: what was written in Cyrillic and what was transliterated
 * from it come out the same (`Дача` and `dacha`).
 *
 * @param text folded
 */
export function romanized(text: string): string {
  const latin = text.replaceAll(/[а-я]/g, (letter) => latinLetters[letter] ?? letter);
  return spellings.reduce((result, [from, to]) => result.replaceAll(from, to), latin);
}

/** {@link romanized} of a word, or `undefined` for one that is too short to be tried. */
export function romanizedWord(word: string): string | undefined {
  const latin = word.length < shortestRetry ? '' : romanized(word);
  return latin.length < shortestRetry ? undefined : latin;
}

const letterOrDigit = /[\p{L}\p{N}]/u;

/** Where a folded text has a word, preferably where a word of the text begins; -1 if it has not. */
export function positionOf(text: string, word: string): number {
  const first = text.indexOf(word);
  for (let at = first; at >= 0; at = text.indexOf(word, at + 1)) {
    if (startsWordAt(text, at)) return at;
  }
  return first;
}

/** Whether a word begins at this position of a text. */
export function startsWordAt(text: string, at: number): boolean {
  return at === 0 || !letterOrDigit.test(text.charAt(at - 1));
}

/** A part of a text, and whether a search found it. */
interface TextPart {
  readonly text: string;
  readonly found: boolean;
}

/**
 * A text divided at what a search found in it, for showing the match. A text whose letters change
 * their number when they are folded stays whole, as does one that was found by transliteration.
 */
export function matchedParts(text: string, search: string): TextPart[] {
  const plain = folded(text);
  const found = new Array<boolean>(text.length).fill(false);
  if (plain.length === text.length) {
    for (const word of searchTerms(search)) {
      const typed = plain.includes(word) ? word : otherLayout(word);
      const at = typed === undefined ? -1 : positionOf(plain, typed);
      if (typed !== undefined && at >= 0) found.fill(true, at, at + typed.length);
    }
  }
  const parts: { text: string; found: boolean }[] = [];
  for (const [at, isFound] of found.entries()) {
    const last = parts.at(-1);
    if (last?.found === isFound) last.text += text.charAt(at);
    else parts.push({ text: text.charAt(at), found: isFound });
  }
  return parts;
}

/** A letter for which folding does more than make it lower case, `ё` aside. */
const hasForeign = /[^ -~\nЁА-яё]/;
const notAscii = /[^ -~\n]/;

/** Lower case, one form of each letter, so that `Ёлка` is found by `елка`. */
export function folded(text: string): string {
  if (!notAscii.test(text)) return text.toLowerCase();
  if (!hasForeign.test(text)) return text.toLowerCase().replaceAll('ё', 'е');
  return text.normalize('NFKC').toLowerCase().replaceAll('ё', 'е');
}

const punctuation = /\p{P}/u;

/** A word without the punctuation at its ends, but for the colon before a port. */
function trimmed(word: string): string {
  const isMark = (at: number) => punctuation.test(word.charAt(at));
  let from = 0;
  while (isMark(from) && word[from] !== ':') from += 1;
  let to = word.length;
  while (to > from && isMark(to - 1)) to -= 1;
  return word.slice(from, to);
}

/** The words of a text without the punctuation at their ends, and as they are written. */
function wordsOf(text: string): { readonly word: string; readonly written: string }[] {
  const all = text.split(/\s+/).filter(Boolean);
  const words = all.map((written) => ({ word: trimmed(written), written }));
  const said = words.filter(({ word }) => word !== '');
  return said.length > 0 ? said : all.map((written) => ({ word: written, written }));
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

/** A folded word as typed in the other layout: `ntktajy` is `телефон`; `undefined` for none. */
export function otherLayout(word: string): string | undefined {
  if (word.length < shortestRetry) return undefined;
  const typed = word.replaceAll(/./gu, (key) => otherKey.get(key) ?? key);
  const changed = folded(typed);
  return changed === word ? undefined : changed;
}

const cyrillicLetters = 'абвгдежзийклмнопрстуфхцчшщыэюяъь';
const latinLetters = [
  ...'a b v g d e zh z i i k l m n o p r s t u f h ts ch sh sh i e iu ia'.split(' '),
  '',
  '',
];

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

/** A folded text in Latin letters of one spelling: `Дача` and `dacha` come out the same. */
export function romanized(text: string): string {
  const latin = text.replaceAll(
    /[а-я]/g,
    (letter) => latinLetters[cyrillicLetters.indexOf(letter)] ?? letter,
  );
  return spellings.reduce((result, [from, to]) => result.replaceAll(from, to), latin);
}

/** {@link romanized} of a word, or `undefined` for one that is too short to be tried. */
function romanizedWord(word: string): string | undefined {
  const latin = word.length < shortestRetry ? '' : romanized(word);
  return latin.length < shortestRetry ? undefined : latin;
}

export interface SearchedWord {
  /** Folded. */
  readonly typed: string;
  readonly layout: string | undefined;
  readonly latin: string | undefined;
}

/** The words of a search, in the order they were typed. */
export function searchedWords(search: string): SearchedWord[] {
  return wordsOf(folded(search)).map(({ word, written }) => ({
    typed: word,
    // Its punctuation may be letters there.
    layout: trimmed(otherLayout(written) ?? '') || undefined,
    latin: romanizedWord(word),
  }));
}

/** A text that is searched. What only some searches need is made when it is first needed. */
export class SearchedText {
  readonly plain: string;
  #latin: string | undefined;
  #words: readonly string[] | undefined;
  #phrase: string | undefined;

  constructor(text: string) {
    this.plain = folded(text);
  }

  /** Its words as {@link searchedWords} has them. */
  get phrase(): string {
    return (this.#phrase ??= wordsOf(this.plain)
      .map(({ word }) => word)
      .join(' '));
  }

  has({ typed }: SearchedWord): boolean {
    return this.plain.includes(typed);
  }

  /** Whether a word of it begins as this one does. */
  begins({ typed }: SearchedWord): boolean {
    return startsWordAt(this.plain, positionOf(this.plain, typed));
  }

  /** Whether it has a word that was typed in the other keyboard layout, or transliterated. */
  hasRespelled({ layout, latin }: SearchedWord): boolean {
    if (layout !== undefined && this.plain.includes(layout)) return true;
    return latin !== undefined && (this.#latin ??= romanized(this.plain)).includes(latin);
  }

  /** Whether a word of it begins as this one does but for one mistake, in either keyboard layout. */
  hasMisspelled({ typed, layout }: SearchedWord): boolean {
    const words = (this.#words ??= this.plain.split(/[^\p{L}\p{N}]+/u).filter(Boolean));
    return [typed, layout].some(
      (spelling) =>
        spelling !== undefined &&
        spelling.length >= shortestMisspelled &&
        words.some((word) => beginsAlmostWith(word, spelling)),
    );
  }
}

/** In shorter words a mistake makes another word. */
const shortestMisspelled = 5;

/** Whether a word begins with another one after one letter is added, left out, replaced, or swapped. */
function beginsAlmostWith(word: string, typed: string): boolean {
  let at = 0;
  while (at < typed.length && word[at] === typed[at]) at += 1;
  const rest = typed.slice(at + 1);
  return (
    word.startsWith(rest, at + 1) ||
    word.startsWith(rest, at) ||
    word.startsWith(typed.slice(at), at + 1) ||
    (word[at] === typed[at + 1] &&
      word[at + 1] === typed[at] &&
      word.startsWith(typed.slice(at + 2), at + 2))
  );
}

/** How well a search fits a text; lower is better. Between them is the place of another text. */
const rank = {
  wholeTitle: 0,
  titlePrefix: 1,
  wordStart: 2,
  within: 50,
  /** Typed in the other keyboard layout, or transliterated. */
  respelled: 100,
  /** With one mistake. */
  misspelled: 101,
} as const;

/** How well texts match, by weight: every word in one of them, the worst decides. */
export function textsRank(
  search: string,
  withMistakes: boolean,
): ((texts: readonly [SearchedText, ...SearchedText[]]) => number | undefined) | undefined {
  const words = searchedWords(search);
  if (words.length === 0) return undefined;
  const phrase = words.map(({ typed }) => typed).join(' ');
  return (texts) => {
    let worst: number = rank.wholeTitle;
    for (const word of words) {
      const found = wordRank(texts, word, withMistakes);
      if (found === undefined) return undefined;
      worst = Math.max(worst, found);
    }
    if (worst > rank.wordStart) return worst;
    const title = texts[0].phrase;
    if (title === phrase) return rank.wholeTitle;
    return title.startsWith(phrase) ? rank.titlePrefix : worst;
  };
}

function wordRank(
  texts: readonly [SearchedText, ...SearchedText[]],
  word: SearchedWord,
  withMistakes: boolean,
): number | undefined {
  const place = texts.findIndex((text) => text.has(word));
  if (place >= 0) {
    const begun = texts.findIndex((text, at) => at >= place && text.begins(word));
    return begun < 0 ? rank.within + place : rank.wordStart + begun;
  }
  if (texts.some((text) => text.hasRespelled(word))) return rank.respelled;
  const isMisspelled = withMistakes && texts.some((text) => text.hasMisspelled(word));
  return isMisspelled ? rank.misspelled : undefined;
}

/** The items that a search finds, best first; `textsOf`: the title and what else finds it. */
export function searchItems<Item>(
  items: readonly Item[],
  search: string,
  textsOf: (item: Item) => readonly [string, ...string[]],
): readonly Item[] {
  const made = new Map<Item, readonly [SearchedText, ...SearchedText[]]>();
  for (const withMistakes of [false, true]) {
    const rankOf = textsRank(search, withMistakes);
    if (!rankOf) return items;
    const found = items.flatMap((item) => {
      const texts = made.get(item) ?? searchedTexts(textsOf(item));
      made.set(item, texts);
      const fit = rankOf(texts);
      return fit === undefined ? [] : [{ item, fit }];
    });
    if (found.length > 0) {
      return found.sort((one, other) => one.fit - other.fit).map(({ item }) => item);
    }
  }
  return [];
}

function searchedTexts([title, ...others]: readonly [string, ...string[]]): readonly [
  SearchedText,
  ...SearchedText[],
] {
  return [new SearchedText(title), ...others.map((text) => new SearchedText(text))];
}

const letterOrDigit = /[\p{L}\p{N}]/u;

/** Where a folded text has a word, preferably where a word of the text begins; -1 if it has not. */
function positionOf(text: string, word: string): number {
  const first = text.indexOf(word);
  for (let at = first; at >= 0; at = text.indexOf(word, at + 1)) {
    if (startsWordAt(text, at)) return at;
  }
  return first;
}

function startsWordAt(text: string, at: number): boolean {
  return at === 0 || (at > 0 && !letterOrDigit.test(text.charAt(at - 1)));
}

interface TextPart {
  readonly text: string;
  readonly found: boolean;
}

/** A text divided at what a search found in it, to show the match. */
export function matchedParts(text: string, search: string): TextPart[] {
  const plain = folded(text);
  const found = new Array<boolean>(text.length).fill(false);
  if (plain.length === text.length) {
    for (const { typed, layout = typed } of searchedWords(search)) {
      const word = plain.includes(typed) ? typed : layout;
      const at = positionOf(plain, word);
      if (at >= 0) found.fill(true, at, at + word.length);
    }
  }
  const parts: { text: string; found: boolean }[] = [];
  for (const [at, isMatch] of found.entries()) {
    const last = parts.at(-1);
    if (last?.found === isMatch) last.text += text.charAt(at);
    else parts.push({ text: text.charAt(at), found: isMatch });
  }
  return parts;
}

/** Rows of keys and letters that follow each other, in which a guess goes on by itself. */
const runs = [
  'abcdefghijklmnopqrstuvwxyz',
  '01234567890',
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  'абвгдеёжзийклмнопрстуфхцчшщъыьэюя',
  'йцукенгшщзхъ',
  'фывапролджэ',
  'ячсмитьбю',
];

/** What a word of a list of a few thousand takes to guess, and a letter that belongs to none, bits. */
const bitsOfWord = 12;
const bitsOfLetter = 5;
const bitsOfDigit = 3;

export type Strength = 'weak' | 'fair' | 'strong';

/** How hard a passphrase is to guess, by what a guesser tries first: words, rows of keys, repetitions. */
export function passphraseStrength(passphrase: string): Strength {
  const words = passphrase.match(/\p{L}?\p{Ll}{2,}/gu) ?? [];
  const different = new Set(words.map((word) => word.toLowerCase()));
  const rest = passphrase.replaceAll(/\p{L}?\p{Ll}{2,}|[\s_-]/gu, '');
  const bits =
    [...different].reduce((sum, word) => sum + Math.min(bitsOfWord, bitsOf(word)), 0) +
    bitsOf(rest);
  return bits < 40 ? 'weak' : bits < 58 ? 'fair' : 'strong';
}

function bitsOf(text: string): number {
  let bits = 0;
  let before = '';
  for (const letter of text.toLowerCase()) {
    const isExpected = letter === before || runs.some((run) => run.includes(before + letter));
    if (before === '' || !isExpected) bits += /\d/.test(letter) ? bitsOfDigit : bitsOfLetter;
    before = letter;
  }
  return bits;
}

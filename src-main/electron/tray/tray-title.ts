/** Longest title that a menu shows whole, in characters as a user counts them. */
const longest = 48;
/** So much of a title is looked at, and so much of it shown: code units, of which a character may have many. */
const longestRead = 5000;
const longestShown = 400;

/** What tells a title from others never leaves it less room than this, characters. */
const shortest = 12;

/** One line without invisible or reordering characters, cut, right-to-left isolated; shorter with `apart`. */
export function menuTitle(title: string, fallback: string, apart = ''): string {
  const more = plainLine(apart);
  const room = more === '' ? longest : Math.max(shortest, longest - more.length - 3);
  const plain = plainLine(title);
  const name = plain === '' ? fallback : isolated(shortened(plain, room));
  return more === '' ? name : `${name} · ${isolated(shortened(more, longest))}`;
}

function plainLine(text: string): string {
  return (
    text
      .slice(0, longestRead)
      .toWellFormed()
      .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
      // Bidirectional marks and zero widths that only hide text; joiners of emoji and Persian words stay.
      .replace(/[\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff]/gu, '')
      .replace(/\s+/gu, ' ')
      .trim()
  );
}

function shortened(text: string, most: number): string {
  const shown = text.slice(0, longestShown);
  const characters = [...new Intl.Segmenter().segment(shown)];
  if (characters.length <= most && shown === text) return text;
  const start = characters.slice(0, most - 1).map(({ segment }) => segment);
  return `${start.join('').toWellFormed().trimEnd()}…`;
}

function isolated(text: string): string {
  const rightToLeft = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}]/u;
  return rightToLeft.test(text) ? `\u2068${text}\u2069` : text;
}

/** A label for a menu, in which a single `&` would make the next letter its mnemonic. */
export function menuLabel(text: string): string {
  return text.replaceAll('&', '&&');
}

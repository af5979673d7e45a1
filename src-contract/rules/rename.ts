/** What a pattern for titles puts in the place of its names in braces. */
export interface TitleParts {
  readonly place: string;
  readonly protocol: string;
  /** The title that it has, or is shown by. */
  readonly title: string;
}

/** The titles that such as `{place} {n}` gives; `{n}` counts for each place and protocol named. */
export function patternTitles(pattern: string, all: readonly TitleParts[]): string[] {
  const counts = new Map<string, number>();
  const groups = (['place', 'protocol'] as const).filter((name) => pattern.includes(`{${name}}`));
  return all.map((parts) => {
    const group = JSON.stringify(groups.map((name) => parts[name]));
    const n = (counts.get(group) ?? 0) + 1;
    counts.set(group, n);
    return pattern.replaceAll(/\{(n|place|protocol|title)\}/g, (_, name: keyof TitleParts | 'n') =>
      name === 'n' ? String(n) : parts[name],
    );
  });
}

/** Titles in which every `find` is replaced, letter for letter. An empty `find` changes nothing. */
export function replaceText(titles: readonly string[], find: string, by: string): string[] {
  return titles.map((title) => (find === '' ? title : title.split(find).join(by)));
}

/** No expression needs to be longer, and no title is. */
export const maxExpression = 200;
const maxTitle = 100;

/** How many steps an expression may take for one title. */
const maxSteps = 2_000_000;

/** Replaces every match; `null` for no expression, or one that could take long. */
export function replaceExpression(
  titles: readonly string[],
  find: string,
  by: string,
): string[] | null {
  if (find === '') return [...titles];
  if (find.length > maxExpression || !isQuick(find)) return null;
  try {
    const expression = new RegExp(find, 'gu');
    return titles.map((title) =>
      title.length > maxTitle ? title : title.replaceAll(expression, by),
    );
  } catch {
    return null;
  }
}

/** An escape, a class of characters, the beginning of a group, its end, or what repeats. */
const token =
  /\\(?:k<|.)|\[(?:\\.|[^\]\\])*\]?|\(\?<?[=!]|\(|\)|[*+?]\??|\{\d+(?:,\d*)?\}\??|\|/gsu;

/** Whether it is certain to end soon: nothing nested, no lookaround, no reference back. */
function isQuick(find: string): boolean {
  let steps = maxTitle;
  /** For each open group, whether it repeats or chooses in itself. */
  const open: boolean[] = [];
  let closed = false;
  let opened = false;
  let end = 0;
  for (const { 0: text, index } of find.matchAll(token)) {
    const repeats = /^[*+{?]/.test(text);
    if (/^(\\[1-9k]|\(\?<?[=!])/.test(text)) return false;
    // `?` behind the `(` of a group is part of its name or kind.
    if (repeats && opened && index === end) continue;
    if (repeats && closed && index === end) return false;
    if (repeats) steps *= text.startsWith('?') ? 2 : maxTitle;
    if (text === '|') steps *= 2;
    if (repeats || text === '|') open.fill(true);
    if (text === '(') open.push(false);
    opened = text === '(';
    closed = text === ')' && open.pop() === true;
    end = index + text.length;
  }
  return steps <= maxSteps;
}

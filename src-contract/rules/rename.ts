/** What a pattern for titles puts in the place of its names in braces. */
export interface TitleParts {
  /** Empty where it is not known. */
  readonly place: string;
  readonly protocol: string;
  /** The title that it has, or is shown by. */
  readonly title: string;
}

const inBraces = /\{([^{}]*)\}/g;
const partNames = ['place', 'protocol', 'title'] as const satisfies (keyof TitleParts)[];
export const patternParts = [...partNames, 'n'].map((name) => `{${name}}`);
const isPartName = (name: string): name is keyof TitleParts =>
  partNames.some((each) => each === name);

/** Titles by such as `{place} {n}`, counted by place and protocol; `null` where a named place is not known. */
export function patternTitles(pattern: string, all: readonly TitleParts[]): (string | null)[] {
  const counts = new Map<string, number>();
  const groups = (['place', 'protocol'] as const).filter((name) => pattern.includes(`{${name}}`));
  return all.map((parts) => {
    if (groups.includes('place') && parts.place === '') return null;
    const group = JSON.stringify(groups.map((name) => parts[name]));
    const n = (counts.get(group) ?? 0) + 1;
    counts.set(group, n);
    return pattern.replaceAll(inBraces, (part, name: string) => {
      if (name === 'n') return String(n);
      return isPartName(name) ? parts[name] : part;
    });
  });
}

/** The words in braces that a pattern has and that stand for nothing, as `{plase}`. */
export function unknownParts(pattern: string): string[] {
  return [...pattern.matchAll(inBraces)].flatMap(([part, name = '']) =>
    name === 'n' || isPartName(name) ? [] : [part],
  );
}

/** Titles in which every `find` is replaced, letter for letter. An empty `find` changes nothing. */
export function replaceText(titles: readonly string[], find: string, by: string): string[] {
  return titles.map((title) => (find === '' ? title : title.split(find).join(by)));
}

import { languages } from '#contract/constants.ts';

type Style = 'long' | 'short';

const regions = languages.flatMap((language) =>
  (['long', 'short'] as const).map((style) => ({
    style,
    names: new Intl.DisplayNames(language, { type: 'region', style, fallback: 'none' }),
  })),
);
const known = new Map<string, readonly string[]>();

/** A country's names in each language of the window; `short` adds such as "UK" and "США". */
export function countryNames(
  code: string,
  styles: readonly Style[] = ['long', 'short'],
): readonly string[] {
  const country = code.toUpperCase();
  const key = [country, ...styles].join(' ');
  const names = known.get(key) ?? namesOf(country, styles);
  known.set(key, names);
  return names;
}

function namesOf(country: string, styles: readonly Style[]): readonly string[] {
  if (!/^[A-Z]{2}$/.test(country)) return [];
  return regions
    .filter(({ style }) => styles.includes(style))
    .flatMap(({ names }) => names.of(country) ?? []);
}

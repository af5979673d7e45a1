import { languages } from '#contract/constants.ts';

const regions = languages.flatMap((language) =>
  (['long', 'short'] as const).map(
    (style) => new Intl.DisplayNames(language, { type: 'region', style, fallback: 'none' }),
  ),
);
const known = new Map<string, readonly string[]>();

/**
 * The long and short names of a country in each language of the window, because a user may search in
 * another one than the window speaks. Empty for what is no code of a country.
 *
 * @param code ISO 3166
 */
export function countryNames(code: string): readonly string[] {
  const country = code.toUpperCase();
  const names = known.get(country) ?? namesOf(country);
  known.set(country, names);
  return names;
}

function namesOf(code: string): readonly string[] {
  if (!/^[A-Z]{2}$/.test(code)) return [];
  return regions.flatMap((names) => names.of(code) ?? []);
}

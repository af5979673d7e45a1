import type { Language } from '#service/catalog/locations.ts';

/** What titles and pages are written in: Russian, unless `Accept-Language` asks for English first. */
export function languageOf(header: string | undefined): Language {
  return /^en\b/i.test(header?.trim() ?? '') ? 'en' : 'ru';
}

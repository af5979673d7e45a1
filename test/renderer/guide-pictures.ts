/** The pictures of the guide: each is a scene, in both languages and both themes. */
export const guidePictures = {
  connections: 'connections',
  checks: 'checks-done',
  upcoming: 'upcoming-short',
  purchases: 'purchases',
  many: 'batch-renew',
} as const;

export const pictureLanguages = ['en', 'ru'] as const;
export const pictureThemes = ['light', 'dark'] as const;

/** The file of a picture in `docs/images/guide`. */
export function pictureFile(name: string, language: string, theme: string): string {
  return `${name}.${language}.${theme}.png`;
}

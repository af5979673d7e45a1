/** Each language's messages are a chunk of their own. */
export const loadMessages = {
  en: () => import('./en.json'),
  ru: () => import('./ru.json'),
} as const;

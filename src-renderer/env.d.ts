declare module 'virtual:flags' {
  /** Lower-case country codes of which `flags/<code>.svg` exists. */
  export const flags: ReadonlySet<string>;
}

declare module '*.css';

/**
 * The JavaScript expression of a function or class that is also run inside Chromium, with the other
 * functions and classes of its own module that it uses: anything else does not exist there.
 */
export function sourceOf(main: { readonly name: string }, ...used: readonly object[]): string {
  const definitions = [...used, main].map(String);
  return `(() => {\n${definitions.join('\n')}\nreturn ${main.name};\n})()`;
}

import type { Written, WrittenObject } from './written-proxy.ts';

/** Every text in double quotes, so that none is read as a number, a date or a word. */
export function yamlList(name: string, list: readonly WrittenObject[]): string {
  const items = list.flatMap((item) => {
    const [first = '', ...rest] = linesOf(item);
    return [`  - ${first}`, ...rest.map((line) => `    ${line}`)];
  });
  return `${name}:\n${items.join('\n')}\n`;
}

function linesOf(object: WrittenObject): string[] {
  return Object.entries(object).flatMap(([name, value]) => {
    if (value === undefined) return [];
    if (isObject(value)) return [`${name}:`, ...linesOf(value).map((line) => `  ${line}`)];
    return [`${name}: ${scalar(value)}`];
  });
}

function isObject(value: Written): value is WrittenObject {
  return typeof value === 'object' && !Array.isArray(value);
}

function scalar(value: Written): string {
  return JSON.stringify(value).replaceAll(
    // What YAML does not allow as it is, and JSON does.
    /[\u007F-\u009F\u2028\u2029\uFEFF\uFFFE\uFFFF]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

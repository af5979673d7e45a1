import type { Endpoint } from '#contract/endpoint.ts';
import { fieldOf } from './elements.ts';

/** An endpoint's parsed `data` for the window, with `null` in place of secrets; `data` stays as it is. */
export function displayedData({ secrets }: Pick<Endpoint, 'secrets'>, data: unknown): unknown {
  return secrets.reduce((value, path) => hide(value, path === '' ? [] : path.split('.')), data);
}

function hide(value: unknown, [step, ...rest]: readonly string[]): unknown {
  if (step === undefined) return null;
  if (step === '[]') return Array.isArray(value) ? value.map((item) => hide(item, rest)) : value;
  if (step.endsWith('[]')) return hide(value, [step.slice(0, -2), '[]', ...rest]);
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return value;
  return { ...value, [step]: hide((value as Record<string, unknown>)[step], rest) };
}

/** The secret text at a path such as `3.code`; `undefined` where it leads elsewhere. */
export function secretAt(
  data: unknown,
  path: string,
  secrets: readonly string[],
): string | undefined {
  const steps = path.split('.');
  const pattern = steps.map((step) => (/^\d+$/.test(step) ? '[]' : step)).join('.');
  // `configs[].url` is written `configs.[].url` too.
  const paths = secrets.map((secret) => secret.replaceAll(/(?<=[^.])\[\]/g, '.[]'));
  return paths.includes(pattern) ? textAt(data, path) : undefined;
}

/** The text at a path; any other value as JSON; `undefined` where there is none. */
export function textAt(data: unknown, path: string): string | undefined {
  const steps = path === '' ? [] : path.split('.');
  const found = steps.reduce<unknown>(fieldOf, data);
  if (found === undefined || found === null) return undefined;
  return typeof found === 'string' ? found : JSON.stringify(found, null, 2);
}

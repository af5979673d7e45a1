/**
 * A copy of an endpoint's `data` in which every secret field is `null`.
 *
 * @param paths as in `Endpoint.secrets`: dotted, `[]` for each element, empty for the data itself
 */
export function withoutSecrets(data: unknown, paths: readonly string[]): unknown {
  return paths.reduce((value, path) => hide(value, path === '' ? [] : path.split('.')), data);
}

function hide(value: unknown, [step, ...rest]: readonly string[]): unknown {
  if (step === undefined) return null;
  if (step === '[]') return Array.isArray(value) ? value.map((item) => hide(item, rest)) : value;
  if (step.endsWith('[]')) return hide(value, [step.slice(0, -2), '[]', ...rest]);
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return value;
  return { ...value, [step]: hide((value as Record<string, unknown>)[step], rest) };
}

import { api } from '#contract/api/index.ts';

const removed = '[removed]';

/** Levels, events, reasons and kinds as Culvert writes them: small letters, hyphens, a dot in events. */
const ownWord = /^[a-z]{1,20}(-[a-z]{1,20}){0,5}$/;
const ownEvent = /^[a-z]{1,20}(\.[a-z]{1,20})?(-[a-z]{1,20}){0,5}$/;

/**
 * What the values of a field may look like. What the log writes by other names, or in other ways, is
 * taken out: a report leaves the machine, so it holds what is known to be harmless and nothing that
 * only was not recognized as harmful.
 */
const allowed: Readonly<Record<string, (text: string) => boolean>> = {
  time: (text) => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(text),
  level: (text) => ownWord.test(text),
  event: (text) => ownEvent.test(text),
  endpoint: (text) => Object.hasOwn(api, text),
  kind: (text) => ownWord.test(text),
  reason: (text) => ownWord.test(text),
  type: (text) => ownWord.test(text),
  permission: (text) => ownWord.test(text),
  error: (text) => /^[A-Za-z]{0,30}Error$/.test(text),
  request: (text) => /^[\da-f]{12}$/.test(text),
  version: (text) => /^\d{1,4}\.\d{1,4}\.\d{1,4}$/.test(text),
};

/**
 * Lines of the log, one JSON object each, filtered again for anything that could be a secret. A
 * line that is no JSON object is left out.
 */
export function harmlessLines(lines: readonly string[]): readonly Record<string, unknown>[] {
  return lines.flatMap((line) => {
    const fields = parsed(line);
    if (fields === undefined) return [];
    return [
      Object.fromEntries(
        Object.entries(fields).map(([name, value]) => [
          ownWord.test(name) ? name : removed,
          isHarmless(name, value) ? value : removed,
        ]),
      ),
    ];
  });
}

function isHarmless(name: string, value: unknown): boolean {
  if (typeof value === 'number' || typeof value === 'boolean') return true;
  const accepts = Object.hasOwn(allowed, name) ? allowed[name] : undefined;
  return typeof value === 'string' && accepts?.(value) === true;
}

function parsed(line: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? { ...value }
      : undefined;
  } catch {
    return undefined;
  }
}

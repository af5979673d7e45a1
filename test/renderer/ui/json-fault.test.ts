import { describe, expect, test } from 'vitest';
import { jsonFault } from '#renderer/ui/json-fault.ts';

describe('the place at which a text stops being JSON', () => {
  test.each([
    '{}',
    ' [1, -2.5e3, "a\\u00e9\\n", true, null, {"a": {"b": []}}] ',
    '"text"',
    '0',
    JSON.stringify({ log: { loglevel: 'warning' } }, null, 2),
  ])('is none in %s', (text) => {
    expect(() => JSON.parse(text) as unknown).not.toThrow();
    expect(jsonFault(text)).toBeNull();
  });

  test.each([
    ['', 1, 1],
    ['{', 1, 2],
    ['{\n  "a": 1,\n}', 3, 1],
    ['{"a" 1}', 1, 6],
    ['{"a": 01}', 1, 8],
    ['[1 2]', 1, 4],
    ['{"a": "x\n"}', 1, 7],
    ['[true, nul]', 1, 8],
    ['{} {}', 1, 4],
    ['{"ключ": ключ}', 1, 10],
    ["{'a': 1}", 1, 2],
  ])('in %j is line %i, column %i', (text, line, column) => {
    expect(() => JSON.parse(text) as unknown).toThrow();
    expect(jsonFault(text)).toEqual({ line, column });
  });

  test('is the beginning where brackets are nested too deeply to find it', () => {
    const depth = 100_000;
    const nested = '['.repeat(depth) + ']'.repeat(depth);
    expect(jsonFault(nested)).toBeNull();
    expect(jsonFault(nested.slice(0, -1))).toEqual({ line: 1, column: 1 });
  });

  test('is none in a long string, nor in one with characters that need no escape', () => {
    expect(jsonFault(JSON.stringify('x'.repeat(2_000_000)))).toBeNull();
    expect(jsonFault('"\u007f\u0085"')).toBeNull();
    expect(jsonFault(`["${'x'.repeat(2_000_000)}`)).toEqual({ line: 1, column: 2 });
  });
});

/** Where a text stops being JSON; both counted from one. */
export interface JsonFault {
  readonly line: number;
  readonly column: number;
}

const scalar = /(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)(?![\w.+-])/y;
const string = /"(?:[^"\\\p{Cc}]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*"/uy;
const space = /[ \t\r\n]*/y;

/**
 * The first place at which a text cannot be JSON any more, or `null` where it is JSON. The engine's
 * own message names no place for short texts, and other words in every version.
 */
export function jsonFault(text: string): JsonFault | null {
  let at = 0;

  function take(pattern: RegExp): boolean {
    pattern.lastIndex = at;
    const found = pattern.exec(text);
    if (found !== null) at = pattern.lastIndex;
    return found !== null;
  }

  function sign(expected: string): boolean {
    take(space);
    if (text[at] !== expected) return false;
    at += 1;
    return true;
  }

  /** What stands between two brackets, separated by commas. */
  function members(close: string, member: () => boolean): boolean {
    if (sign(close)) return true;
    do {
      if (!member()) return false;
    } while (sign(','));
    return sign(close);
  }

  function value(): boolean {
    take(space);
    if (sign('{')) return members('}', () => name() && sign(':') && value());
    if (sign('[')) return members(']', value);
    return take(string) || take(scalar);
  }

  function name(): boolean {
    take(space);
    return take(string);
  }

  const whole = value();
  take(space);
  if (whole && at === text.length) return null;
  const before = text.slice(0, at).split('\n');
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}

/** Where a text stops being JSON; both counted from one. */
export interface JsonFault {
  readonly line: number;
  readonly column: number;
}

const scalar = /(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)(?![\w.+-])/y;
const escape = /\\(?:["\\/bfnrt]|u[\da-fA-F]{4})/y;
const whitespace = ' \t\r\n';
/** Characters below this one must be escaped in a string. */
const firstPrintable = 0x20;

/** Reads a text from left to right. */
function createScanner(text: string) {
  let at = 0;

  function take(pattern: RegExp): boolean {
    pattern.lastIndex = at;
    if (!pattern.test(text)) return false;
    at = pattern.lastIndex;
    return true;
  }

  function skipSpace(): void {
    while (at < text.length && whitespace.includes(text.charAt(at))) at += 1;
  }

  function takePlain(): boolean {
    const start = at;
    while (at < text.length) {
      const character = text.charCodeAt(at);
      if (character < firstPrintable || character === 0x22 || character === 0x5c) break;
      at += 1;
    }
    return at > start;
  }

  function sign(expected: string): boolean {
    skipSpace();
    if (text[at] !== expected) return false;
    at += 1;
    return true;
  }

  return {
    sign,
    /** A whole string; where there is none, the position stays at its beginning. */
    string: (): boolean => {
      skipSpace();
      const start = at;
      if (!sign('"')) return false;
      while (takePlain() || take(escape));
      if (text[at] === '"') {
        at += 1;
        return true;
      }
      at = start;
      return false;
    },
    scalar: (): boolean => take(scalar),
    skipSpace,
    position: (): number => at,
  };
}

/**
 * Reads as far as the text is one JSON value. Brackets are counted on a stack of their own, because
 * the nesting is as deep as the text says.
 *
 * @returns how many characters that are, whitespace after it included
 */
function jsonLength(text: string): number {
  const scanner = createScanner(text);
  const { sign, string, scalar } = scanner;
  const open: string[] = [];
  /** The key before a value of an object. */
  const name = () => string() && sign(':');
  /** After a value: closes brackets, up to where the next value begins. */
  function next(): boolean {
    for (let close = open.at(-1); close !== undefined; close = open.at(-1)) {
      if (sign(',')) return close === ']' || name();
      if (!sign(close)) return false;
      open.pop();
    }
    return false;
  }
  for (let more = true; more;) {
    const close = sign('{') ? '}' : sign('[') ? ']' : '';
    if (close === '') more = (string() || scalar()) && next();
    else if (sign(close)) more = next();
    else {
      open.push(close);
      more = close === ']' || name();
    }
  }
  scanner.skipSpace();
  return scanner.position();
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/**
 * The first place at which a text cannot be JSON any more, or `null` where it is JSON. The engine's
 * own message names no place for short texts, and is worded differently in every version.
 */
export function jsonFault(text: string): JsonFault | null {
  if (isJson(text)) return null;
  const before = text.slice(0, jsonLength(text)).split('\n');
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}

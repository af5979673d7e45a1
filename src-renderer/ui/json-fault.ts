import { visit } from 'jsonc-parser';

/** Where a text stops being JSON; both counted from one. */
export interface JsonFault {
  readonly line: number;
  readonly column: number;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Where a text cannot be JSON any more; engines name no place, or in other words. */
export function jsonFault(text: string): JsonFault | null {
  if (isJson(text)) return null;
  let fault: JsonFault | undefined;
  try {
    visit(
      text,
      {
        onError(_error, _offset, _length, line, character) {
          fault ??= { line: line + 1, column: character + 1 };
        },
      },
      { disallowComments: true },
    );
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
  }
  return fault ?? { line: 1, column: 1 };
}

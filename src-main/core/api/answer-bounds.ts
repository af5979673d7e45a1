import { answerBounds, type Endpoint } from '#contract/endpoint.ts';

/** No answer of the specification is nested deeper than a tenth of this. */
const deepestNesting = 64;
/** No record of the specification has a tenth of so many fields. */
const maxFields = 500;

/**
 * Whether the work that an answer makes is bounded: its length, its nesting, and the number of
 * its values and of the fields of each record. One pass over the bytes, before anything parses or
 * stores them; it ends at the first byte too many. A record or a list in a list counts twice, and bytes
 * that are no JSON are counted as if they were.
 */
export function isWithinBounds({ answerSize }: Endpoint, body: Uint8Array): boolean {
  const { bytes, values } = answerBounds[answerSize];
  if (body.byteLength > bytes) return false;
  /** How many fields each record around this byte has so far; nothing for a list. */
  const fields: (number | undefined)[] = [];
  let count = 1;
  let inString = false;
  for (let at = 0; at < body.length; at += 1) {
    const byte = body[at];
    if (inString) {
      if (byte === backslash) at += 1;
      else if (byte === quote) inString = false;
    } else if (byte === quote) inString = true;
    else if (byte === openBracket || byte === openBrace) {
      count += 1;
      if (fields.push(byte === openBrace ? 1 : undefined) > deepestNesting) return false;
    } else if (byte === closeBracket || byte === closeBrace) fields.pop();
    else if (byte === comma) {
      count += 1;
      const known = fields.at(-1);
      if (known === maxFields) return false;
      if (known !== undefined) fields[fields.length - 1] = known + 1;
    }
    if (count > values) return false;
  }
  return true;
}

const [quote, backslash, comma] = [0x22, 0x5c, 0x2c];
const [openBracket, closeBracket, openBrace, closeBrace] = [0x5b, 0x5d, 0x7b, 0x7d];

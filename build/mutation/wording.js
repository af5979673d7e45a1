import { z } from 'zod';

const LogCall = z.object({
  type: z.literal('CallExpression'),
  callee: z.object({ object: z.object({ name: z.literal('log') }) }),
});
const ProgrammingError = z.object({
  type: z.literal('NewExpression'),
  callee: z.object({ name: z.enum(['Error', 'RangeError', 'TypeError']) }),
});
const Wording = z.object({ node: z.union([LogCall, ProgrammingError]) });

/** @param {unknown} path of Babel */
function shouldIgnore(path) {
  return Wording.safeParse(path).success ? 'log line or programming error' : undefined;
}

/**
 * A plugin of Stryker that leaves out what is in a log line or the message of a programming error: the
 * words are for a reader, and no behaviour depends on them.
 */
export const strykerPlugins = [{ kind: 'Ignore', name: 'wording', value: { shouldIgnore } }];

import { z } from 'zod';

/** A command: the schema of its input, and the type of its answer (main is trusted: not checked). */
interface Command<Input extends z.ZodType, Answer> {
  readonly input: Input;
  /** Never present: carries the type. */
  readonly answer?: Answer;
}

/** Declares a command: `command<Answer>()(inputSchema)`. */
export function command<Answer>() {
  return <Input extends z.ZodType>(input: Input): Command<Input, Answer> => ({ input });
}

export const noInput = z.strictObject({});

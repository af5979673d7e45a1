import { z } from 'zod';

/** The value of a stored JSON text; `undefined` where it is no JSON or the schema rejects it. */
export function parseStored<Schema extends z.ZodType>(
  text: string,
  schema: Schema,
): z.output<Schema> | undefined {
  try {
    return schema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

/** A list of which those elements are read that this schema accepts; empty for what is no list. */
export function readableItems<Schema extends z.ZodType>(schema: Schema) {
  return z
    .array(z.unknown())
    .catch([])
    .transform((values) =>
      values.flatMap((value): z.output<Schema>[] => {
        const item = schema.safeParse(value);
        return item.success ? [item.data] : [];
      }),
    );
}

import { z } from 'zod';
import type { Log, PlainFile, PlainFiles } from './ports.ts';

/** What a text is as JSON, behind a byte order mark too; `undefined` where it is none. */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, '')) as unknown;
  } catch {
    return undefined;
  }
}

/** The value of a stored JSON text; `undefined` where it is no JSON or the schema rejects it. */
export function parseStored<Schema extends z.ZodType>(
  text: string,
  schema: Schema,
): z.output<Schema> | undefined {
  return schema.safeParse(jsonOf(text)).data;
}

/** Its text, and its value where the schema accepts it; a damaged file is logged. */
export function readStoredFile<Schema extends z.ZodType>(
  files: PlainFiles,
  log: Log,
  file: PlainFile,
  schema: Schema,
): { readonly text: string | undefined; readonly value: z.output<Schema> | undefined } {
  const text = files.read(file);
  const value = text === undefined ? undefined : parseStored(text, schema);
  if (text !== undefined && value === undefined) log.write('warn', 'file-invalid', { file });
  return { text, value };
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

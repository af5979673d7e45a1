import { z } from 'zod';

/** An element of a list that the service sent and that could not be read: what is known of it. */
export const UnreadableElement = z.object({
  /** Dotted path of its list from the answer's data, empty for the data itself. */
  list: z.string(),
  /** The id of the record that its list is in; `null` where the list is in none. */
  of: z.union([z.number(), z.string()]).nullable(),
  /** Its place in the list as the service sent it. */
  index: z.int(),
  id: z.union([z.number(), z.string()]).nullable(),
  /** As the service wrote it; `null` where it has none. */
  title: z.string().nullable(),
});
export type UnreadableElement = Readonly<z.output<typeof UnreadableElement>>;

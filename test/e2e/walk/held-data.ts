import { z } from 'zod';

/** The parts of a V8 heap snapshot that are read here; each node is a run of numbers. */
const HeapSnapshot = z.object({
  snapshot: z.object({
    meta: z.object({
      node_fields: z.array(z.string()),
      node_types: z.tuple([z.array(z.string())], z.unknown()),
    }),
  }),
  nodes: z.array(z.number()),
});

/** Compiled code: it grows for hours, until every function that runs often is compiled. */
const ofFunctions: ReadonlySet<string> = new Set(['code', 'hidden', 'object shape', 'synthetic']);

/**
 * The size of a program's data in memory, without compiled code: objects, texts, buffers, page nodes.
 *
 * @param snapshot of its heap, as text
 * @returns bytes
 */
export function heldData(snapshot: string): number {
  const { snapshot: about, nodes } = HeapSnapshot.parse(JSON.parse(snapshot));
  const { node_fields: fields, node_types: types } = about.meta;
  const [typeAt, sizeAt] = [fields.indexOf('type'), fields.indexOf('self_size')];
  let held = 0;
  for (let node = 0; node < nodes.length; node += fields.length) {
    const type = types[0][nodes[node + typeAt] ?? -1] ?? '';
    if (!ofFunctions.has(type)) held += nodes[node + sizeAt] ?? 0;
  }
  return held;
}

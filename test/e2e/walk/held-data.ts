import { z } from 'zod';

const Fields = z.array(z.string());
const Types = z.tuple([Fields], z.unknown());
/** The parts of a V8 heap snapshot that are read here; each node and each edge is a run of numbers. */
const HeapSnapshot = z.object({
  snapshot: z.object({
    meta: z.object({
      node_fields: Fields,
      node_types: Types,
      edge_fields: Fields,
      edge_types: Types,
    }),
  }),
  nodes: z.array(z.number()),
  edges: z.array(z.number()),
  strings: z.array(z.string()),
});

/** Compiled code: it grows for hours, until every function that runs often is compiled. */
const ofFunctions: ReadonlySet<string> = new Set(['code', 'hidden', 'object shape', 'synthetic']);

/**
 * The bytes of objects, texts, buffers and page nodes, not of compiled code, nor of what only the driver
 * holds: an action that it gives up holds its element, and so the page, until the document ends.
 */
export function heldData(snapshot: string): number {
  const { snapshot: about, nodes, edges, strings } = HeapSnapshot.parse(JSON.parse(snapshot));
  const { node_fields: fields, edge_fields: edgeFields } = about.meta;
  const [[types], [edgeTypes]] = [about.meta.node_types, about.meta.edge_types];
  const of = (node: number, field: string) => nodes[node + fields.indexOf(field)] ?? 0;
  const ofEdge = (edge: number, field: string) => edges[edge + edgeFields.indexOf(field)] ?? 0;
  /** A table of weak keys holds none of its values: each is held by its key. */
  const holds = (type: string, edge: number): boolean => {
    const kind = edgeTypes[ofEdge(edge, 'type')];
    if (kind !== 'internal') return kind !== 'weak';
    const name = strings[ofEdge(edge, 'name_or_index')] ?? '';
    return (
      !name.endsWith('/ DevTools console') && !(type === 'array' && name.includes('part of key'))
    );
  };
  const edgesOf = new Map<number, number>();
  for (let node = 0, edge = 0; node < nodes.length; node += fields.length) {
    edgesOf.set(node, edge);
    edge += of(node, 'edge_count') * edgeFields.length;
  }
  let held = 0;
  const alive = new Set([0]);
  // It is walked while it grows.
  for (const node of alive) {
    const type = types[of(node, 'type')] ?? '';
    if (!ofFunctions.has(type)) held += of(node, 'self_size');
    const first = edgesOf.get(node) ?? 0;
    for (let nth = 0; nth < of(node, 'edge_count'); nth += 1) {
      const edge = first + nth * edgeFields.length;
      if (holds(type, edge)) alive.add(ofEdge(edge, 'to_node'));
    }
  }
  return held;
}

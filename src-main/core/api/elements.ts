import type { z } from 'zod';
import type { UnreadableElement } from '#contract/unreadable.ts';

/** Data of an answer, and the elements of its lists that are not in it. */
interface ReadElements {
  readonly data: unknown;
  readonly unreadable: readonly UnreadableElement[];
}

/** Each round takes out what the last one found; an answer of the specification needs two. */
const maxRounds = 4;
const longestTitle = 200;

/** The fields that say what a thing is called, and by which number it is known. */
const titleFields = ['title', 'name', 'display_name', 'hostname', 'device_name', 'original_title'];
const idFields = ['id', 'option_id', 'device_id'];

/**
 * Parses data element by element: an element of a list that does not parse is taken out of its list
 * and named instead. `undefined` where the data is wrong in another place than in a list. `data` is
 * changed in place.
 */
export function readElements(schema: z.ZodType, data: unknown): ReadElements | undefined {
  const unreadable: UnreadableElement[] = [];
  const places = new Map<readonly unknown[], number[]>();
  for (let round = 0; round < maxRounds; round += 1) {
    const parsed = schema.safeParse(data);
    if (parsed.success) return { data: parsed.data, unreadable: inOrder(unreadable) };
    const broken = new Map<unknown[], Place & { readonly at: Set<number> }>();
    for (const { path } of parsed.error.issues) {
      const found = innermostElement(data, path);
      if (found === undefined) return undefined;
      const { elements, list, of } = found;
      const known = broken.get(elements) ?? { list, of, at: new Set() };
      known.at.add(found.at);
      broken.set(elements, known);
    }
    for (const [elements, { list, of, at }] of broken) {
      unreadable.push(...takeOut(elements, { list, of }, at, places));
    }
  }
  return undefined;
}

type Place = Pick<UnreadableElement, 'list' | 'of'>;

/** The element of a list that a path leads into, in the innermost list of all. */
function innermostElement(
  data: unknown,
  path: readonly PropertyKey[],
): (Place & { readonly elements: unknown[]; readonly at: number }) | undefined {
  let found: ReturnType<typeof innermostElement>;
  let value = data;
  let owner: unknown;
  for (const [depth, key] of path.entries()) {
    if (Array.isArray(value) && typeof key === 'number') {
      const list = path.slice(0, depth).map(String).join('.');
      found = { elements: value as unknown[], list, of: knownOf(owner).id, at: key };
    }
    if (!Array.isArray(value)) owner = value;
    value = fieldOf(value, key);
  }
  return found;
}

/** Takes elements out of their list; answers what they were. */
function takeOut(
  elements: unknown[],
  place: Place,
  at: ReadonlySet<number>,
  places: Map<readonly unknown[], number[]>,
): UnreadableElement[] {
  // The positions of the remaining elements in the service's answer.
  const sent = places.get(elements) ?? elements.map((_, index) => index);
  const taken = elements.flatMap((element, index) =>
    at.has(index) ? [{ ...place, index: sent[index] ?? index, ...knownOf(element) }] : [],
  );
  places.set(
    elements,
    sent.filter((_, index) => !at.has(index)),
  );
  elements.splice(0, elements.length, ...elements.filter((_, index) => !at.has(index)));
  return taken;
}

function knownOf(element: unknown): Pick<UnreadableElement, 'id' | 'title'> {
  const id = idFields.map((name) => fieldOf(element, name)).find(isId) ?? null;
  const title = titleFields.map((name) => fieldOf(element, name)).find(isTitle) ?? null;
  return { id, title: title && title.slice(0, longestTitle) };
}

const isId = (value: unknown): value is number | string =>
  Number.isSafeInteger(value) || (typeof value === 'string' && value !== '' && value.length <= 64);
const isTitle = (value: unknown): value is string => typeof value === 'string' && value !== '';

function inOrder(elements: readonly UnreadableElement[]): readonly UnreadableElement[] {
  return elements.toSorted(
    (one, other) =>
      (one.list < other.list ? -1 : Number(one.list > other.list)) || one.index - other.index,
  );
}

function fieldOf(value: unknown, key: PropertyKey): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, key)
    ? (value as Readonly<Record<PropertyKey, unknown>>)[key]
    : undefined;
}

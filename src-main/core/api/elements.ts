import { z } from 'zod';
import type { UnreadableElement } from '#contract/unreadable.ts';

/** An unreadable element costs a hundred times another; more of them are another service's. */
const maxUnreadable = 200;
const longestTitle = 200;

/** The fields that say what a thing is called, and by which number it is known. */
const titleFields = ['title', 'name', 'display_name', 'hostname', 'device_name', 'original_title'];
const idFields = ['id', 'option_id', 'device_id'];

/** Parses element by element and names those left out; `undefined` where more is wrong. Changes `data`. */
export function readElements(schema: z.ZodType, data: unknown) {
  const unreadable: UnreadableElement[] = [];
  const found = takeOut(schema, data, { list: '', of: null }, unreadable);
  if (unreadable.length > maxUnreadable) return undefined;
  const parsed = found ?? parseData(schema, data);
  return parsed.success ? { data: parsed.data, unreadable: inOrder(unreadable) } : undefined;
}

/** Takes `null` for absent where only absence is allowed. Changes `data`. */
function parseData(schema: z.core.$ZodType, data: unknown): z.ZodSafeParseResult<unknown> {
  const parsed = z.safeParse(schema, data);
  if (parsed.success) return parsed;
  for (const issue of parsed.error.issues) removeNulls(data, issue);
  return z.safeParse(schema, data);
}

type Place = Pick<UnreadableElement, 'list' | 'of'>;

/** Takes what does not parse out of the lists, innermost first, until there are too many. */
function takeOut(
  schema: z.core.$ZodType,
  data: unknown,
  place: Place,
  unreadable: UnreadableElement[],
): { readonly success: true; readonly data: unknown[] } | undefined {
  const { element, fields } = listsOf(schema);
  if (fields.length > 0 && isRecord(data)) {
    const owner = knownOf(data).id;
    for (const [name, field] of fields) {
      if (!Object.hasOwn(data, name)) continue;
      takeOut(field, data[name], { list: below(place, name), of: owner }, unreadable);
    }
  }
  if (element === undefined || !Array.isArray(data)) return undefined;
  const elements: unknown[] = data;
  const left: { readonly sent: unknown; readonly parsed: unknown }[] = [];
  const isNested = hasLists(element);
  for (const [index, sent] of elements.entries()) {
    if (unreadable.length > maxUnreadable) break;
    if (isNested) takeOut(element, sent, { ...place, list: below(place, index) }, unreadable);
    const parsed = parseData(element, sent);
    if (parsed.success) left.push({ sent, parsed: parsed.data });
    else unreadable.push({ ...place, index, ...knownOf(sent) });
  }
  elements.splice(0, elements.length, ...left.map(({ sent }) => sent));
  return { success: true, data: left.map(({ parsed }) => parsed) };
}

/** Where a schema has lists: it is one, of such elements, or these fields are or have some. */
interface Lists {
  readonly element?: z.core.$ZodType;
  readonly fields: readonly (readonly [string, z.core.$ZodType])[];
}

/** Looked for once: most records of the longest answers have none. */
const listsBySchema = new WeakMap<z.core.$ZodType, Lists>();

function listsOf(schema: z.core.$ZodType): Lists {
  const known = listsBySchema.get(schema);
  if (known !== undefined) return known;
  const inner = unwrapped(schema);
  const shape = inner instanceof z.ZodObject ? Object.entries<z.core.$ZodType>(inner.shape) : [];
  const lists: Lists = {
    ...(inner instanceof z.ZodArray && { element: inner.element }),
    fields: shape.filter(([, field]) => hasLists(field)),
  };
  listsBySchema.set(schema, lists);
  return lists;
}

function hasLists(schema: z.core.$ZodType): boolean {
  const { element, fields } = listsOf(schema);
  return element !== undefined || fields.length > 0;
}

function below({ list }: Place, step: string | number): string {
  return list === '' ? String(step) : `${list}.${String(step)}`;
}

/** The schema without what lets its value be absent or `null`. */
function unwrapped(schema: z.core.$ZodType): z.core.$ZodType {
  return schema instanceof z.ZodOptional || schema instanceof z.ZodNullable
    ? unwrapped(schema.unwrap())
    : schema;
}

/** Removes the field that an issue is about if it is `null`. */
function removeNulls(data: unknown, issue: z.core.$ZodIssue): void {
  if (issue.code === 'invalid_union') {
    const inside = issue.path.reduce<unknown>(fieldOf, data);
    for (const each of issue.errors.flat()) removeNulls(inside, each);
    return;
  }
  const name = issue.path.at(-1);
  const owner = issue.path.slice(0, -1).reduce<unknown>(fieldOf, data);
  if (name !== undefined && isRecord(owner) && owner[String(name)] === null) {
    Reflect.deleteProperty(owner, name);
  }
}

/** Whether a value that was parsed is an object with fields. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
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

/** An own field of a value that was parsed; `undefined` where it has none. */
export function fieldOf(value: unknown, key: PropertyKey): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, key)
    ? (value as Readonly<Record<PropertyKey, unknown>>)[key]
    : undefined;
}

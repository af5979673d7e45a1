import { z } from 'zod';
import { api, type EndpointId } from '#contract/api/index.ts';
import { answerBounds, type Endpoint } from '#contract/endpoint.ts';
import { isWithinBounds } from '#core/api/answer-bounds.ts';
import type { HttpRequest } from '#core/kernel/ports.ts';

/** How a service that means harm makes its answers as large as they may be. */
export interface Harm {
  /** Whether all records of an answer have one id. */
  readonly oneId?: boolean;
  /** Whether numbers are what JSON can hold, and not what their schemas allow, in some records. */
  readonly hugeNumbers?: boolean;
  /** Whether every page is full, and the oldest record first, so that no list ends. */
  readonly fullPages?: boolean;
}

const routes = Object.values(api).map(({ id, method, path }) => ({
  id,
  method,
  path: new RegExp(`${path.replaceAll(/:\w+/g, '[^/]+')}$`),
}));

export function endpointOf({ method, url }: Pick<HttpRequest, 'method' | 'url'>): EndpointId {
  const { pathname } = new URL(url);
  const found = routes
    .filter((route) => route.method === method && route.path.test(pathname))
    .toSorted((one, other) => other.path.source.length - one.path.source.length)[0];
  if (found === undefined) throw new Error(`no endpoint: ${url}`);
  return found.id;
}

/** So many records of a list are spoiled. */
const spoiled = 100;

/** Whether a schema takes any text, and no URL alone. */
const plainTexts = new WeakMap<z.core.$ZodType, boolean>();

const { ZodOptional, ZodNullable, ZodUnion, ZodArray, ZodObject } = z;
const { ZodNumber, ZodBoolean, ZodLiteral } = z;

class Shaper {
  readonly #harm: Harm;
  readonly #mark: string;
  /** The one id, where all have one. */
  readonly #first: number;
  #records: number;
  #isSpoiled = false;

  /** @param mark what texts begin with @param first the number of records that there were before */
  constructor(harm: Harm, mark: string, first: number) {
    this.#harm = harm;
    this.#mark = mark;
    this.#first = first;
    this.#records = first;
  }

  /** Data of a schema, its outermost lists with so many elements. */
  shape(schema: z.core.$ZodType, count: number, name = ''): unknown {
    if (schema instanceof ZodOptional || schema instanceof ZodNullable) {
      return this.shape(schema.unwrap(), count, name);
    }
    if (schema instanceof ZodUnion) return this.shape(schema.options[0] ?? z.null(), count, name);
    if (schema instanceof ZodArray) {
      return Array.from({ length: count }, (_, at) => this.#element(schema.element, at, name));
    }
    if (schema instanceof ZodObject) {
      this.#records += 1;
      const fields = Object.entries<z.core.$ZodType>(schema.shape);
      return Object.fromEntries(
        fields.map(([field, inner]) => [field, this.shape(inner, count, field)]),
      );
    }
    if (schema instanceof ZodNumber) return this.#number(schema, name);
    if (schema instanceof ZodBoolean) return true;
    if (schema instanceof ZodLiteral) return schema.value;
    return this.#text(schema);
  }

  #element(schema: z.core.$ZodType, at: number, name: string): unknown {
    // The first is as it should be, so that what hangs on it is there.
    this.#isSpoiled = at > 0 && at <= spoiled;
    return this.shape(schema, 1, name);
  }

  #number(schema: z.ZodNumber, name: string): number {
    const { oneId, hugeNumbers, fullPages } = this.#harm;
    if (/(^|_)id$/.test(name)) return oneId === true ? this.#first : this.#records;
    if (hugeNumbers === true && this.#isSpoiled) return 1e308;
    if (fullPages === true && name === 'created_at') return this.#records;
    return Math.min(schema.maxValue ?? Infinity, Number.MAX_SAFE_INTEGER);
  }

  #text(schema: z.core.$ZodType): string {
    const id = this.#harm.oneId === true ? '' : String(this.#records);
    const plain = `${this.#mark}${id}`.padEnd(8, 'x');
    const isPlain = plainTexts.get(schema) ?? z.safeParse(schema, plain).success;
    plainTexts.set(schema, isPlain);
    return isPlain ? plain : `vless://${plain}@192.0.2.1:443#x`;
  }
}

/** The longest answer of an endpoint within its bounds; another `mark` changes each record. */
export function largestAnswer(
  endpoint: Endpoint,
  harm: Harm,
  { mark, first, most }: { readonly mark: string; readonly first: number; readonly most: number },
): Uint8Array {
  const bodyOf = (count: number) => {
    const data = new Shaper(harm, mark, first).shape(endpoint.data, count);
    return Buffer.from(JSON.stringify({ status: true, data }));
  };
  const [one, few] = [bodyOf(1), bodyOf(2)];
  const each = few.byteLength - one.byteLength;
  if (each === 0) return one;
  if (most === 0) return bodyOf(0);
  const bounds = answerBounds[endpoint.answerSize];
  const fitting = Math.min(
    (bounds.bytes - one.byteLength) / each,
    (bounds.values - valuesOf(one)) / (valuesOf(few) - valuesOf(one)),
  );
  // Later ids are longer.
  let count = Math.max(1, Math.min(most, Math.floor(fitting * 0.9)));
  let body = bodyOf(count);
  while (count > 1 && !isWithinBounds(endpoint, body)) {
    count = Math.floor(count * 0.8);
    body = bodyOf(count);
  }
  return body;
}

/** How many values a body has: no text of it has one of these signs. */
const valuesOf = (body: Buffer): number => body.toString().match(/[,[{]/g)?.length ?? 0;

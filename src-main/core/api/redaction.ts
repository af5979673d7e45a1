import { z } from 'zod';
import type { Endpoint } from '#contract/endpoint.ts';
import { fieldOf } from './elements.ts';

/**
 * The part of an endpoint's parsed `data` that the window may see: the fields that its schema names, with
 * `null` in place of secrets. What the service sends besides stays in main.
 */
export function displayedData({ data: schema, secrets }: Endpoint, data: unknown): unknown {
  return withoutSecrets(namedFields(schema, data), secrets);
}

/** A copy of `data` with the fields that the schema names. What has no known structure is `null`. */
export function namedFields(schema: z.core.$ZodType, data: unknown): unknown {
  if (data === null || data === undefined) return data;
  const known = copies.get(schema) ?? copyOf(schema);
  copies.set(schema, known);
  return known(data);
}

type Copy = (data: unknown) => unknown;

/** What is found out of a schema once, and not again for every value of a long answer. */
const copies = new WeakMap<z.core.$ZodType, Copy>();

function copyOf(schema: z.core.$ZodType): Copy {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) {
    const inner = schema.unwrap();
    return (data) => namedFields(inner, data);
  }
  if (schema instanceof z.ZodArray) {
    const { element } = schema;
    return (data) => (Array.isArray(data) ? data.map((item) => namedFields(element, item)) : null);
  }
  if (schema instanceof z.ZodUnion) {
    const { options } = schema;
    return (data) => {
      const option = options.find((each) => z.safeParse(each, data).success);
      return option === undefined ? null : namedFields(option, data);
    };
  }
  if (schema instanceof z.ZodObject) return fieldsOf(schema);
  return (data) => (typeof data === 'object' ? null : data);
}

function fieldsOf({ shape }: z.ZodObject): Copy {
  const schemas = new Map(Object.entries<z.core.$ZodType>(shape));
  return (data) => {
    if (typeof data !== 'object' || data === null) return null;
    const fields: Record<string, unknown> = {};
    for (const [name, value] of Object.entries(data)) {
      const schema = schemas.get(name);
      if (schema !== undefined) fields[name] = namedFields(schema, value);
    }
    return fields;
  };
}

/** A copy in which every secret field is `null`; `paths` as in `Endpoint.secrets`. */
export function withoutSecrets(data: unknown, paths: readonly string[]): unknown {
  return paths.reduce((value, path) => hide(value, path === '' ? [] : path.split('.')), data);
}

function hide(value: unknown, [step, ...rest]: readonly string[]): unknown {
  if (step === undefined) return null;
  if (step === '[]') return Array.isArray(value) ? value.map((item) => hide(item, rest)) : value;
  if (step.endsWith('[]')) return hide(value, [step.slice(0, -2), '[]', ...rest]);
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return value;
  return { ...value, [step]: hide((value as Record<string, unknown>)[step], rest) };
}

/** The secret text at a path such as `3.code`; `undefined` where it leads elsewhere. */
export function secretAt(
  data: unknown,
  path: string,
  secrets: readonly string[],
): string | undefined {
  const steps = path.split('.');
  const pattern = steps.map((step) => (/^\d+$/.test(step) ? '[]' : step)).join('.');
  // `configs[].url` is written `configs.[].url` too.
  const paths = secrets.map((secret) => secret.replaceAll(/(?<=[^.])\[\]/g, '.[]'));
  return paths.includes(pattern) ? textAt(data, path) : undefined;
}

/** The text at a path; any other value as JSON; `undefined` where there is none. */
export function textAt(data: unknown, path: string): string | undefined {
  const steps = path === '' ? [] : path.split('.');
  const found = steps.reduce<unknown>(fieldOf, data);
  if (found === undefined || found === null) return undefined;
  return typeof found === 'string' ? found : JSON.stringify(found, null, 2);
}

import { z } from 'zod';

/** The parts of JSON Schema that the contract's schemas come to, for tests that look into them. */
export interface JsonSchema {
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | object;
  readonly items?: JsonSchema;
  readonly anyOf?: readonly JsonSchema[];
  readonly enum?: readonly string[];
  readonly const?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly pattern?: string;
  readonly examples?: readonly string[];
  /** The longest that a text may be where the specification states no bound. */
  readonly longest?: number;
}

export function jsonSchemaOf(schema: z.ZodType): JsonSchema {
  return z.toJSONSchema(schema) as JsonSchema;
}

export function withoutNull(schema: JsonSchema): JsonSchema {
  if (typeof schema.type === 'object') {
    return { ...schema, type: schema.type.filter((name) => name !== 'null') };
  }
  const others = schema.anyOf?.filter(({ type }) => type !== 'null') ?? [];
  return others.length === 1 && others[0] !== undefined ? withoutNull(others[0]) : schema;
}

export function allowsNull(schema: JsonSchema): boolean {
  const { type, anyOf } = schema;
  const typed = type !== undefined || anyOf !== undefined || schema.const !== undefined;
  return !typed || type === 'null' || type?.includes('null') || (anyOf ?? []).some(allowsNull);
}

/** Every object of a schema, the schema itself among them. */
export function objectsOf(schema: JsonSchema): JsonSchema[] {
  const inner = [
    ...Object.values(schema.properties ?? {}),
    ...(schema.items === undefined ? [] : [schema.items]),
    ...(schema.anyOf ?? []),
  ].flatMap(objectsOf);
  return schema.properties === undefined ? inner : [schema, ...inner];
}

/** An example without the field that no schema knows. */
export function knownOf(example: unknown): unknown {
  const text = JSON.stringify(example, (name, value: unknown) =>
    name === 'field_of_tomorrow' ? undefined : value,
  );
  return JSON.parse(text) as unknown;
}

/** A value for each case of each union, with strings of no vocabulary and a field that no schema knows. */
export function strangeExamples(schema: JsonSchema): unknown[] {
  if (schema.const !== undefined) return [schema.const];
  if (schema.examples !== undefined) return [...schema.examples];
  if (schema.anyOf !== undefined) return schema.anyOf.flatMap(strangeExamples);
  if (schema.items !== undefined) return [[], strangeExamples(schema.items)];
  if (schema.properties !== undefined) {
    const fields = Object.entries(schema.properties).map(
      ([name, field]) => [name, strangeExamples(field)] as const,
    );
    const cases = Math.max(1, ...fields.map(([, values]) => values.length));
    return Array.from({ length: cases }, (_, index) => ({
      ...Object.fromEntries(
        fields.map(([name, values]) => [name, values[Math.min(index, values.length - 1)]]),
      ),
      field_of_tomorrow: { nested: ['value'] },
    }));
  }
  const types = schema.type === undefined ? ['null'] : [schema.type].flat();
  return types.map((type) => {
    if (type === 'string') return 'a value of tomorrow';
    if (type === 'boolean') return false;
    return type === 'null' ? null : 0;
  });
}

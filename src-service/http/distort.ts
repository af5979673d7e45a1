import type { z } from 'zod';

/** How the `data` of an answer can be bent without breaking the envelope. */
export type Distortion = 'nulls' | 'sparse' | 'unknown-enum' | 'unknown-field';

/**
 * Bends `data` by its schema. `nulls`: `null` wherever null or absence is allowed. `sparse`: `null`
 * where that is allowed and absence where that is. `unknown-enum`: a value that no known vocabulary
 * has. `unknown-field`: a field more in every object.
 */
export function distort(schema: z.ZodType, data: unknown, how: Distortion): unknown {
  return bend(schema, data, how);
}

function bend(schema: z.ZodType, data: unknown, how: Distortion): unknown {
  if ('known' in schema) return how === 'unknown-enum' ? 'from-the-future' : data;
  const { def } = schema;
  switch (def.type) {
    case 'array': {
      const { element } = def as z.core.$ZodArrayDef<z.ZodType>;
      return Array.isArray(data) ? data.map((item: unknown) => bend(element, item, how)) : data;
    }
    case 'nullable':
      if (how === 'nulls' || how === 'sparse') return null;
      return data === null ? null : bend(innerOf(schema), data, how);
    case 'optional':
      return bend(innerOf(schema), data, how);
    case 'union': {
      const { options } = def as z.core.$ZodUnionDef<z.ZodType[]>;
      const fitting = options.find((option) => option.safeParse(data).success);
      return fitting === undefined ? data : bend(fitting, data, how);
    }
    case 'object': {
      const { shape } = def as z.core.$ZodObjectDef<Record<string, z.ZodType>>;
      return isRecord(data) ? bendFields(shape, data, how) : data;
    }
    default:
      return data;
  }
}

function bendFields(
  shape: Readonly<Record<string, z.ZodType>>,
  data: Readonly<Record<string, unknown>>,
  how: Distortion,
): Record<string, unknown> {
  const known = Object.entries(shape).flatMap(([name, field]): [string, unknown][] => {
    const mayBeAbsent = field.def.type === 'optional';
    if (mayBeAbsent && how === 'sparse') return [];
    if (mayBeAbsent && how === 'nulls') return [[name, null]];
    return name in data ? [[name, bend(field, data[name], how)]] : [];
  });
  const unknown = Object.entries(data).filter(([name]) => !(name in shape));
  const bent = Object.fromEntries([...known, ...unknown]);
  return how === 'unknown-field' ? { ...bent, from_the_future: { since: 2099 } } : bent;
}

function innerOf(schema: z.ZodType): z.ZodType {
  return (schema.def as z.core.$ZodOptionalDef<z.ZodType>).innerType;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

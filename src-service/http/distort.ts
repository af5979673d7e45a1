import type { z } from 'zod';

/** How the `data` of an answer can be distorted without breaking the envelope. */
export type Distortion = 'nulls' | 'sparse' | 'unknown-enum' | 'unknown-field';

/**
 * Distorts `data` by its schema. `nulls`: `null` wherever null or absence is allowed. `sparse`: `null` or
 * absence where that is allowed. `unknown-enum`: a value of no vocabulary. `unknown-field`: in every object.
 */
export function distort(schema: z.ZodType, data: unknown, how: Distortion): unknown {
  if ('known' in schema) return how === 'unknown-enum' ? 'from-the-future' : data;
  const { def } = schema;
  switch (def.type) {
    case 'array': {
      const { element } = def as z.core.$ZodArrayDef<z.ZodType>;
      return Array.isArray(data) ? data.map((item: unknown) => distort(element, item, how)) : data;
    }
    case 'nullable':
      if (how === 'nulls' || how === 'sparse') return null;
      return data === null ? null : distort(innerOf(schema), data, how);
    case 'optional':
      return distort(innerOf(schema), data, how);
    case 'union': {
      const { options } = def as z.core.$ZodUnionDef<z.ZodType[]>;
      const fitting = options.find((option) => option.safeParse(data).success);
      return fitting === undefined ? data : distort(fitting, data, how);
    }
    case 'object': {
      const { shape } = def as z.core.$ZodObjectDef<Record<string, z.ZodType>>;
      return isRecord(data) ? distortFields(shape, data, how) : data;
    }
    default:
      return data;
  }
}

function distortFields(
  shape: Readonly<Record<string, z.ZodType>>,
  data: Readonly<Record<string, unknown>>,
  how: Distortion,
): Record<string, unknown> {
  const known = Object.entries(shape).flatMap(([name, field]): [string, unknown][] => {
    const mayBeAbsent = field.def.type === 'optional';
    if (mayBeAbsent && how === 'sparse') return [];
    if (mayBeAbsent && how === 'nulls') return [[name, null]];
    return name in data ? [[name, distort(field, data[name], how)]] : [];
  });
  const unknown = Object.entries(data).filter(([name]) => !(name in shape));
  const distorted = Object.fromEntries([...known, ...unknown]);
  return how === 'unknown-field' ? { ...distorted, from_the_future: { since: 2099 } } : distorted;
}

function innerOf(schema: z.ZodType): z.ZodType {
  return (schema.def as z.core.$ZodOptionalDef<z.ZodType>).innerType;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

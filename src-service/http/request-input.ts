import type { z } from 'zod';
import type { Endpoint } from '#contract/endpoint.ts';
import { known, refuse } from '#service/store/refusal.ts';
import type { ServiceContext } from './hono.ts';

/** The largest body that is read; the service's own maximum is not shown. */
const maxBodyBytes = 1024 * 1024;

/** Refuses a wrong amount with its own error (46), all else with BAD_REQUEST. */
export async function readInput(
  endpoint: Endpoint,
  request: ServiceContext['req'],
): Promise<unknown> {
  const body = await bodyOf(request);
  const parts: Readonly<Record<string, unknown>> = endpoint.input.shape;
  const input: Record<string, unknown> = {};
  if ('path' in parts) input['path'] = typed(parts['path'], request.param());
  if ('query' in parts) input['query'] = typed(parts['query'], request.query());
  if ('body' in parts) input['body'] = readJson(body);
  const checked = endpoint.input.safeParse(input);
  if (checked.success) return checked.data;
  const [issue] = checked.error.issues;
  if (issue?.path.includes('amount') === true && endpoint.errors.includes(46)) throw known(46);
  throw refuse('BAD_REQUEST', `${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'invalid'}`);
}

async function bodyOf(request: ServiceContext['req']): Promise<string> {
  const declared = Number(request.header('content-length') ?? 0);
  const body = declared > maxBodyBytes ? undefined : await request.text();
  if (body === undefined || body.length > maxBodyBytes) throw refuse('TOO_LARGE');
  return body;
}

/** A body that is absent is an empty one: all of its fields may be optional. */
function readJson(text: string): unknown {
  if (text === '') return {};
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw refuse('BAD_REQUEST', 'the body is not JSON');
  }
}

/** Turns the texts of a path or query into the types that its schema asks for. */
function typed(schema: unknown, texts: Readonly<Record<string, string>>): Record<string, unknown> {
  const fields = isObjectSchema(schema) ? schema.shape : {};
  return Object.fromEntries(
    Object.entries(texts).map(([name, text]) => [name, valueOf(fields[name], text)]),
  );
}

function isObjectSchema(schema: unknown): schema is z.ZodObject<Record<string, z.ZodType>> {
  return typeof schema === 'object' && schema !== null && 'shape' in schema;
}

function valueOf(schema: z.ZodType | undefined, text: string): unknown {
  switch (innermost(schema)?.type) {
    case 'number':
      return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text;
    case 'boolean':
      return text === 'true' ? true : text === 'false' ? false : text;
    default:
      return text;
  }
}

/** The schema inside `optional`, `nullable` and the like. */
function innermost(schema: z.ZodType | undefined): z.ZodType | undefined {
  if (schema === undefined || !('innerType' in schema.def)) return schema;
  return innermost(schema.def.innerType as z.ZodType);
}

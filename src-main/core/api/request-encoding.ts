import type { Endpoint } from '../../../src-contract/endpoint.ts';

/** The parts of a checked input, as every row has them or not. */
export interface EndpointInput {
  readonly path?: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
}

/**
 * The absolute address of a call: base address, path with every `:name` replaced, query.
 * Values are percent-encoded, so that a device id holding `/` or `..` stays one segment.
 *
 * @throws Error when the path names a parameter that the input does not have: a mistake in the row.
 */
export function requestUrl(base: string, endpoint: Endpoint, input: EndpointInput): string {
  const path = endpoint.path.replace(/:([A-Za-z_]+)/g, (_, name: string) => {
    const value = input.path?.[name];
    if (typeof value !== 'string' && typeof value !== 'number') {
      throw new Error(`${endpoint.id}: no value for :${name}`);
    }
    return encodeSegment(String(value));
  });
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(input.query ?? {})) {
    if (value !== undefined) query.set(name, String(value));
  }
  const search = query.toString();
  return `${base.replace(/\/+$/, '')}${path}${search ? `?${search}` : ''}`;
}

/** `.` and `..` would be resolved away as path segments even when nothing else needs encoding. */
function encodeSegment(value: string): string {
  return /^\.{1,2}$/.test(value) ? value.replaceAll('.', '%2E') : encodeURIComponent(value);
}

import type { Endpoint } from '#contract/endpoint.ts';
import { fail, ok, type Result } from '#contract/failure.ts';

/** The parts of a checked input, as every endpoint has them or not. */
export interface EndpointInput {
  readonly path?: Readonly<Record<string, string | number>>;
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>;
  readonly body?: unknown;
}

/**
 * The absolute address of a call: base address, path with every `:name` replaced, query.
 * Values are percent-encoded, so that a device id holding `/` stays one segment. `.` and `..` cannot
 * be: every URL parser resolves them away, even encoded, and the request would go to another
 * endpoint. They are refused as `invalid-input`, and so is half of a surrogate pair, which has no encoding.
 */
export function requestUrl(base: string, endpoint: Endpoint, input: EndpointInput): Result<string> {
  const root = base.replace(/(?<!\/)\/+$/, '');
  // Most endpoints have no parameter in their path.
  if (!endpoint.path.includes(':')) return ok(root + endpoint.path + queryOf(input));
  const values = input.path ?? {};
  const unsafe = Object.keys(values).find((name) => /^\.{1,2}$|\p{Cs}/u.test(String(values[name])));
  if (unsafe !== undefined) {
    const issues = [{ path: `path.${unsafe}`, code: 'segment' }];
    return fail('invalid-input', { endpoint: endpoint.id, issues });
  }
  const path = endpoint.path.replace(/:([A-Za-z_]+)/g, (_, name: string) =>
    encodeURIComponent(values[name] ?? ''),
  );
  return ok(root + path + queryOf(input));
}

function queryOf({ query }: EndpointInput): string {
  if (query === undefined) return '';
  const given = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) given.set(name, String(value));
  }
  return given.size > 0 ? `?${given.toString()}` : '';
}

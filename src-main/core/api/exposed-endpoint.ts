import { api, type EndpointId } from '#contract/api/index.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { fail, ok, type Result } from '#contract/failure.ts';
import { inputIssues } from './answer.ts';

/** A call that names no command, or no endpoint that the window may call. */
export const unknownName = fail('invalid-input', { issues: [{ path: '', code: 'unknown-name' }] });

export function exposedEndpoint(name: string): Endpoint | undefined {
  if (!Object.hasOwn(api, name)) return undefined;
  const endpoint: Endpoint = api[name as EndpointId];
  return endpoint.exposure === 'window' ? endpoint : undefined;
}

/** A read that the window may ask for, and its input once that is checked. */
export function exposedRead(
  id: string,
  input: unknown,
): Result<{ id: EndpointId; input: unknown }> {
  const endpoint = exposedEndpoint(id);
  if (endpoint?.effect !== 'read') return unknownName;
  const checked = endpoint.input.safeParse(input);
  return checked.success
    ? ok({ id: endpoint.id as EndpointId, input: checked.data })
    : fail('invalid-input', { endpoint: id, issues: inputIssues(checked.error) });
}

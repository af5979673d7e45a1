import { api, type EndpointId } from '#contract/api/index.ts';
import type { Endpoint } from '#contract/endpoint.ts';

/** The issue of a call that names no command, or no endpoint that the window may call. */
export const unknownName = { path: '', code: 'unknown-name' };

/** The endpoint with this id, if it is exposed to the window. */
export function exposedEndpoint(name: string): Endpoint | undefined {
  if (!Object.hasOwn(api, name)) return undefined;
  const endpoint: Endpoint = api[name as EndpointId];
  return endpoint.exposure === 'window' ? endpoint : undefined;
}

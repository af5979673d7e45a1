import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { api, type EndpointId } from '#contract/api/index.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { TransportError, type HttpRequest, type HttpResponse } from '#core/kernel/ports.ts';
import type { ServiceApp } from '#service/http/hono.ts';

const routes = Object.values<Endpoint & { readonly id: EndpointId }>(api)
  .map(({ id, method, path }) => ({
    id,
    method,
    parameters: path.split('/:').length,
    path: new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}$`),
  }))
  // `/configs/tariffs` is no configuration.
  .toSorted((one, other) => one.parameters - other.parameters);

export function endpointOf({
  method,
  url,
}: Pick<HttpRequest, 'method' | 'url'>): EndpointId | undefined {
  const { pathname } = new URL(url);
  return routes.find((each) => each.method === method && each.path.test(pathname))?.id;
}

/** What Node's server hands to the routes: enough of a socket to be dropped or cut. */
function wire() {
  return {
    incoming: { socket: { remoteAddress: '127.0.0.1', destroy: () => undefined } },
    outgoing: {
      writeHead: () => undefined,
      write: (_bytes: unknown, done: () => void) => done(),
    },
  };
}

/** Sends a request to the local service's routes in this process, without a socket between. */
export async function fetchInProcess(
  app: Pick<ServiceApp, 'fetch'>,
  { method, url, headers, body }: HttpRequest,
): Promise<Response> {
  const request = new Request(url, { method, headers, ...(body !== undefined && { body }) });
  return app.fetch(request, wire());
}

/** The response as a transport gives it at `now`; rejects where the service closed the connection. */
export async function readResponse(response: Response, now: number): Promise<HttpResponse> {
  if (response === RESPONSE_ALREADY_SENT) throw new TransportError('cut', true);
  return {
    status: response.status,
    headers: {
      ...Object.fromEntries(response.headers),
      date: new Date(now * 1000).toUTCString(),
    },
    body: new Uint8Array(await response.arrayBuffer()),
  };
}

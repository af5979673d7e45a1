import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { Hono } from 'hono';
import { api, type EndpointId } from '#contract/api/index.ts';
import { known, refuse } from '#service/store/refusal.ts';
import { errorAnswer, type Answer } from './answer.ts';
import type { Faults } from '#service/faults.ts';
import type { ServiceApp, ServiceContext } from './hono.ts';
import { addPages } from './pages.ts';
import { serveEndpoint, type EndpointServices } from './serve-endpoint.ts';

/** Endpoints that want a JWT and cannot be called with an API key (specification, part 3). */
const jwtOnly = [
  ['POST', '/profile/transfer/createKey'],
  ['POST', '/profile/transfer/activateKey'],
  ['GET', '/profile/passkeys'],
  ['POST', '/profile/passkeys'],
  ['POST', '/profile/passkeys/verify'],
  ['DELETE', '/profile/passkeys/:id'],
  ['POST', '/profile/otp'],
  ['POST', '/profile/signInCode'],
  ['PATCH', '/profile/onboarding'],
  ['DELETE', '/profile'],
] as const;

/** Routes for every endpoint of the contract, the payment and messenger pages, and refusals for the rest. */
export function createApp(services: EndpointServices, faults: Faults): ServiceApp {
  const app: ServiceApp = new Hono();
  // Hono answers HEAD by the route of GET, and asking for a header must not take the notifications.
  app.use(async (context, next) =>
    context.req.method === 'HEAD' ? context.body(null, 405) : next(),
  );
  for (const id of inRoutingOrder()) {
    const endpoint = api[id];
    app.on(endpoint.method, endpoint.path, (context) => serve(id, context, services, faults));
  }
  const respond = (answer: Answer): Response => written(dated(answer, services.store.nowMs()));
  const forbidden = (): Response => respond(errorAnswer(refuse('FORBIDDEN', 'a JWT is required')));
  for (const [method, path] of jwtOnly) app.on(method, path, forbidden);
  app.all('/auth/*', forbidden);
  addPages(app, services.store);
  app.notFound(() => respond(errorAnswer(known(1))));
  app.onError((error) => {
    services.report(error.stack ?? error.message);
    return respond(errorAnswer(refuse('INTERNAL_ERROR')));
  });
  return app;
}

/** Paths with fewer parameters first, so that `/configs/tariffs` is not taken for a configuration. */
function inRoutingOrder(): EndpointId[] {
  const parameters = (id: EndpointId): number => api[id].path.split('/:').length;
  return (Object.keys(api) as EndpointId[]).toSorted((a, b) => parameters(a) - parameters(b));
}

async function serve(
  id: EndpointId,
  context: ServiceContext,
  services: EndpointServices,
  faults: Faults,
): Promise<Response> {
  const met = faults.draw(id);
  const kinds = new Set(met.map(({ kind }) => kind));
  const note = (status: number | null): void => {
    services.journal.write({ endpoint: id, at: services.store.nowMs(), status });
  };
  if (kinds.has('drop-before')) {
    note(null);
    return drop(context);
  }
  const wait = met.filter(({ kind }) => kind === 'delay').reduce((sum, { ms }) => sum + ms, 0);
  if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
  const answer = dated(await serveEndpoint(id, context, kinds, services), services.store.nowMs());
  const dropped = kinds.has('drop-after');
  note(dropped ? null : answer.status);
  if (dropped) return drop(context);
  return kinds.has('cut') ? cut(context, answer) : written(answer);
}

/** Closes the connection with nothing written to it. */
function drop(context: ServiceContext): Response {
  context.env.incoming.socket.destroy();
  return RESPONSE_ALREADY_SENT;
}

/** Promises the whole body, sends half of it, and closes the connection. */
function cut(context: ServiceContext, answer: Answer): Response {
  const { outgoing, incoming } = context.env;
  const body = Buffer.from(answer.body);
  outgoing.writeHead(answer.status, {
    ...answer.headers,
    'content-length': String(body.length),
  });
  outgoing.write(body.subarray(0, Math.floor(body.length / 2)), () => incoming.socket.destroy());
  return RESPONSE_ALREADY_SENT;
}

function dated(answer: Answer, nowMs: number): Answer {
  return { ...answer, headers: { date: new Date(nowMs).toUTCString(), ...answer.headers } };
}

function written({ status, headers, body }: Answer): Response {
  return new Response(body, { status, headers });
}

import type { EndpointId } from '#contract/api/index.ts';
import { api } from '#contract/api/index.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import type { Call, Reply } from '#service/handlers/handler.ts';
import { handlers } from '#service/handlers/table.ts';
import type { Journal } from '#service/journal.ts';
import type { Store } from '#service/store/store.ts';
import { accountOfKey } from '#service/store/keys.ts';
import { Refusal, refuse } from '#service/store/refusal.ts';
import { writtenAs } from '#service/readings.ts';
import { settle } from '#service/store/settle.ts';
import type { Account } from '#service/store/state.ts';
import { transaction } from '#service/store/transaction.ts';
import {
  errorAnswer,
  limitHeaders,
  portal,
  successAnswer,
  unavailable,
  type Answer,
} from './answer.ts';
import { distort, type Distortion } from './distort.ts';
import type { FaultKind } from '#service/faults.ts';
import type { ServiceContext } from './hono.ts';
import { languageOf } from './language.ts';
import type { Limiter } from './limits.ts';
import { readInput } from './request-input.ts';

export interface EndpointServices {
  readonly store: Store;
  readonly limiter: Limiter;
  readonly journal: Journal;
  readonly checkAnswers: boolean;
  readonly report: (message: string) => void;
}

/** Answers one request to one endpoint, with these faults injected. */
export async function serveEndpoint(
  id: EndpointId,
  context: ServiceContext,
  faults: ReadonlySet<FaultKind>,
  services: EndpointServices,
): Promise<Answer> {
  const endpoint: Endpoint = api[id];
  const { store, limiter } = services;
  settle(store);
  const account = authenticated(store, context.req.header('authorization'));
  // Requests without a user are limited by the address of the caller.
  const subject =
    account === undefined
      ? `address ${context.env.incoming.socket.remoteAddress ?? ''}`
      : `user ${String(account.id)}`;
  const { allowed, state } = limiter.take(subject, id, endpoint.limits);
  const headers = limitHeaders(state);
  if (!allowed) return errorAnswer(refuse('TOO_MANY_REQUESTS'), headers);
  if (account === undefined) return errorAnswer(refuse('UNAUTHORIZED'), headers);
  const fault = faultBefore(endpoint, faults, store);
  if (fault !== undefined) return fault;
  try {
    const input = await readInput(endpoint, context.req);
    const language = languageOf(context.req.header('accept-language'));
    const handle = (): Reply<unknown> => {
      const made = callHandler(id, { store, account, language }, input);
      check(endpoint, made, services);
      return made;
    };
    const reply = endpoint.effect === 'read' ? handle() : transaction(store.state, handle);
    if (id === 'notifications.take') services.journal.handedOut(reply.data as []);
    if (faults.has('500-after')) return errorAnswer(refuse('INTERNAL_ERROR'), headers);
    return malformedBody(
      successAnswer(
        reply.status ?? endpoint.statuses[0],
        distortedData(endpoint, writtenAs(reply.data, store.readings), faults),
        headers,
      ),
      faults,
    );
  } catch (error) {
    if (error instanceof Refusal) return errorAnswer(error, headers);
    services.report(`${id}: ${error instanceof Error ? (error.stack ?? error.message) : 'failed'}`);
    return errorAnswer(refuse('INTERNAL_ERROR'), headers);
  }
}

/** The compiler has checked that each handler fits its endpoint; for an id found at run time it cannot. */
function callHandler(id: EndpointId, call: Call, input: unknown): Reply<unknown> {
  const handler = handlers[id] as (call: Call, input: unknown) => Reply<unknown>;
  return handler(call, input);
}

/** Only `Authorization: Bearer <API_KEY>` counts (specification, part 3, Authentication 1). */
function authenticated(store: Store, authorization: string | undefined): Account | undefined {
  const key = /^Bearer (\S+)$/.exec(authorization ?? '')?.[1];
  return key === undefined ? undefined : accountOfKey(store.state, key);
}

/** The faults that answer in place of the endpoint, before it has any effect. */
function faultBefore(
  endpoint: Endpoint,
  faults: ReadonlySet<FaultKind>,
  store: Store,
): Answer | undefined {
  if (faults.has('400')) return errorAnswer(refuse('BAD_REQUEST', 'refused by a fault'));
  if (faults.has('401')) return errorAnswer(refuse('UNAUTHORIZED'));
  if (faults.has('403')) return errorAnswer(refuse('FORBIDDEN'));
  if (faults.has('429-bare')) return errorAnswer(refuse('TOO_MANY_REQUESTS'));
  if (faults.has('429')) {
    const { max = 1, windowS = 1 } = endpoint.limits[0] ?? {};
    const full = { limit: max, remaining: 0, reset: store.now() + windowS };
    return errorAnswer(refuse('TOO_MANY_REQUESTS'), limitHeaders(full));
  }
  if (faults.has('500')) return errorAnswer(refuse('INTERNAL_ERROR'));
  if (faults.has('503')) return unavailable;
  if (faults.has('portal')) return portal;
  return undefined;
}

function check(
  endpoint: Endpoint,
  reply: Reply<unknown>,
  { checkAnswers, report }: EndpointServices,
): void {
  if (!checkAnswers) return;
  const checked = endpoint.data.safeParse(reply.data);
  if (checked.success) return;
  const places = checked.error.issues.map((issue) => `${issue.path.join('.')} ${issue.code}`);
  report(`the answer of ${endpoint.id} breaks its schema: ${places.join(', ')}`);
  throw refuse('INTERNAL_ERROR', 'the answer breaks its schema');
}

const distortions: readonly Distortion[] = ['nulls', 'sparse', 'unknown-enum', 'unknown-field'];

function distortedData(endpoint: Endpoint, data: unknown, faults: ReadonlySet<FaultKind>): unknown {
  return distortions
    .filter((how) => faults.has(how))
    .reduce((changed, how) => distort(endpoint.data, changed, how), data);
}

function malformedBody(answer: Answer, faults: ReadonlySet<FaultKind>): Answer {
  if (faults.has('bad-json')) return { ...answer, body: `${answer.body.slice(0, -1)},]` };
  if (faults.has('bad-envelope')) {
    return {
      ...answer,
      body: JSON.stringify({ ok: 'yes', result: JSON.parse(answer.body) as unknown }),
    };
  }
  return answer;
}

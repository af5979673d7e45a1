import type { EndpointId } from '#contract/api/index.ts';
import { api } from '#contract/api/index.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import type { Call, Reply } from '#service/handlers/handler.ts';
import { handlers } from '#service/handlers/table.ts';
import type { Journal } from '#service/journal.ts';
import type { House } from '#service/store/house.ts';
import { accountOfKey } from '#service/store/keys.ts';
import { Refusal, refuse } from '#service/store/refusal.ts';
import { settle } from '#service/store/settle.ts';
import type { Account } from '#service/store/state.ts';
import { transaction } from '#service/store/transaction.ts';
import type { Language } from '#service/catalog/locations.ts';
import { errorAnswer, limitHeaders, successAnswer, unavailable, type Answer } from './answer.ts';
import { distort, type Distortion } from './distort.ts';
import type { FaultKind } from './faults.ts';
import type { Limiter } from './limits.ts';
import { readInput, type RawInput } from './request-input.ts';

/** A request to one endpoint as it came. */
export interface RowRequest {
  readonly authorization: string | undefined;
  readonly language: Language;
  /** Address of the caller, by which requests without a user are limited. */
  readonly address: string;
  /** Reads path, query and body; not called for a request that is refused before. */
  readInput(): Promise<RawInput>;
}

export interface RowServices {
  readonly house: House;
  readonly limiter: Limiter;
  readonly journal: Journal;
  /** Checks each answer against its row, and reports one that breaks it. */
  readonly checkAnswers: boolean;
  readonly report: (message: string) => void;
  /** Called after anything may have changed. */
  readonly changed: () => void;
}

/** The answer of one endpoint to one request that meets these faults. */
export async function answerRow(
  id: EndpointId,
  request: RowRequest,
  faults: ReadonlySet<FaultKind>,
  services: RowServices,
): Promise<Answer> {
  const row: Endpoint = api[id];
  const { house, limiter } = services;
  settle(house);
  const account = authenticated(house, request.authorization);
  const subject =
    account === undefined ? `address ${request.address}` : `user ${String(account.id)}`;
  const { allowed, state } = limiter.take(subject, id, row.limits);
  const headers = limitHeaders(state);
  if (!allowed) return errorAnswer(refuse('TOO_MANY_REQUESTS'), headers);
  if (account === undefined) return errorAnswer(refuse('UNAUTHORIZED'), headers);
  const fault = faultBefore(row, faults, house);
  if (fault !== undefined) return fault;
  try {
    const raw = await request.readInput();
    const input = readInput(row, raw);
    const handle = (): Reply<unknown> => {
      const made = carryOut(id, { house, account, language: request.language }, input);
      check(row, made, services);
      return made;
    };
    const reply = row.effect === 'read' ? handle() : transaction(house.state, handle);
    services.changed();
    if (id === 'notifications.take') services.journal.handedOut(reply.data as []);
    if (faults.has('500-after')) return errorAnswer(refuse('INTERNAL_ERROR'), headers);
    return bent(
      successAnswer(reply.status ?? row.statuses[0], spoilt(row, reply, faults), headers),
      faults,
    );
  } catch (error) {
    if (error instanceof Refusal) return errorAnswer(error, headers);
    services.report(`${id}: ${error instanceof Error ? (error.stack ?? error.message) : 'failed'}`);
    return errorAnswer(refuse('INTERNAL_ERROR'), headers);
  }
}

/** The compiler has checked that each handler fits its own row; by a name found at run time it cannot. */
function carryOut(id: EndpointId, call: Call, input: unknown): Reply<unknown> {
  const handler = handlers[id] as (call: Call, input: unknown) => Reply<unknown>;
  return handler(call, input);
}

/** Only `Authorization: Bearer <API_KEY>` counts (specification, part 3, Authentication 1). */
function authenticated(house: House, authorization: string | undefined): Account | undefined {
  const key = /^Bearer (\S+)$/.exec(authorization ?? '')?.[1];
  return key === undefined ? undefined : accountOfKey(house.state, key);
}

/** The faults that answer in place of the endpoint, before it has any effect. */
function faultBefore(
  row: Endpoint,
  faults: ReadonlySet<FaultKind>,
  house: House,
): Answer | undefined {
  if (faults.has('401')) return errorAnswer(refuse('UNAUTHORIZED'));
  if (faults.has('429-bare')) return errorAnswer(refuse('TOO_MANY_REQUESTS'));
  if (faults.has('429')) {
    const { max = 1, windowS = 1 } = row.limits[0] ?? {};
    const full = { limit: max, remaining: 0, reset: house.now() + windowS };
    return errorAnswer(refuse('TOO_MANY_REQUESTS'), limitHeaders(full));
  }
  if (faults.has('500')) return errorAnswer(refuse('INTERNAL_ERROR'));
  if (faults.has('503')) return unavailable;
  return undefined;
}

function check(row: Endpoint, reply: Reply<unknown>, { checkAnswers, report }: RowServices): void {
  if (!checkAnswers) return;
  const checked = row.data.safeParse(reply.data);
  if (checked.success) return;
  const places = checked.error.issues.map((issue) => `${issue.path.join('.')} ${issue.code}`);
  report(`the answer of ${row.id} breaks its row: ${places.join(', ')}`);
  throw refuse('INTERNAL_ERROR', 'the answer breaks its row');
}

const distortions: readonly Distortion[] = ['nulls', 'sparse', 'unknown-enum', 'unknown-field'];

function spoilt(row: Endpoint, reply: Reply<unknown>, faults: ReadonlySet<FaultKind>): unknown {
  return distortions
    .filter((how) => faults.has(how))
    .reduce((data, how) => distort(row.data, data, how), reply.data);
}

/** Faults of the body's form. */
function bent(answer: Answer, faults: ReadonlySet<FaultKind>): Answer {
  if (faults.has('bad-json')) return { ...answer, body: `${answer.body.slice(0, -1)},]` };
  if (faults.has('bad-envelope')) {
    return {
      ...answer,
      body: JSON.stringify({ ok: 'yes', result: JSON.parse(answer.body) as unknown }),
    };
  }
  return answer;
}

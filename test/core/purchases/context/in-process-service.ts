import {
  api,
  purchaseEndpoints,
  type EndpointId,
  type PurchaseEndpoint,
} from '#contract/api/index.ts';
import type { Clock, HttpRequest, HttpResponse } from '#core/kernel/ports.ts';
import { createApp } from '#service/http/app.ts';
import { createFaults, parseFault, type FaultKind } from '#service/faults.ts';
import { createLimiter } from '#service/http/limits.ts';
import { createJournal } from '#service/journal.ts';
import { createRandom } from '#service/random.ts';
import { pay } from '#service/store/purchase.ts';
import type { Account } from '#service/store/state.ts';
import type { Store } from '#service/store/store.ts';
import { fetchInProcess, readResponse } from '#test/service/in-process.ts';
import { changes, captureState, type Effect } from './account-state.ts';
import { answerBounds } from '#contract/endpoint.ts';
import { apiKey, createDataset, serviceUrl, type OwnedIds } from './dataset.ts';

/** One request for an endpoint of the journal that the service carried out or refused. */
export interface CarriedOut {
  readonly endpoint: PurchaseEndpoint;
  readonly body: string;
  readonly path: string;
  /** Which attempt of the device under test it was; `null` for another device. */
  readonly attempt: string | null;
  readonly status: number;
  readonly effect: Effect;
}

/** The local service without a socket, with a record of who did what, which no client ever sees. */
export interface InProcessService extends OwnedIds {
  readonly account: Account;
  readonly carriedOut: readonly CarriedOut[];
  /** What was carried out because a link was paid. */
  readonly paid: readonly Effect[];
  /** The endpoint of the journal that a request is for. */
  endpointOf(request: Pick<HttpRequest, 'method' | 'url'>): PurchaseEndpoint | undefined;
  /** Answers a request that meets these faults; rejects as a transport does. */
  answer(
    request: HttpRequest,
    attempt: string | null,
    faults?: readonly FaultKind[],
  ): Promise<HttpResponse>;
  isBusy(): boolean;
  /** Does something to the store between requests, to none of which its changes belong. */
  between(request: () => void): Promise<void>;
  /** Another device of the same user sends an endpoint. */
  other(endpoint: EndpointId, input: OtherInput): Promise<HttpResponse>;
  /** Pays the payment with this number in the history. */
  pay(payment: number): void;
  /** Pays the payment that was opened last, if one is open; answers its number in the history. */
  payLast(): number | undefined;
}

export interface OtherInput {
  readonly path?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
}

const journalEndpoints = purchaseEndpoints.map((id) => ({
  id,
  method: api[id].method,
  path: new RegExp(`^${api[id].path.replaceAll(/:\w+/g, '[^/]+')}$`),
}));

function endpointOf(request: Pick<HttpRequest, 'method' | 'url'>): PurchaseEndpoint | undefined {
  const { pathname } = new URL(request.url);
  return journalEndpoints.find(
    ({ method, path }) => method === request.method && path.test(pathname),
  )?.id;
}

/** Runs one after the other, so that what changed is known to be this one's. */
class Turns {
  #last: Promise<unknown> = Promise.resolve();
  #underWay = 0;

  run<T>(run: () => T | Promise<T>): Promise<T> {
    this.#underWay += 1;
    const done = this.#last.then(run).finally(() => {
      this.#underWay -= 1;
    });
    this.#last = done.catch(() => undefined);
    return done;
  }

  isBusy(): boolean {
    return this.#underWay > 0;
  }
}

/** The service's routes over a store, with a record of what each request changed. */
class RecordedRoutes {
  readonly carriedOut: CarriedOut[] = [];
  readonly #store: Store;
  readonly #account: Account;
  readonly #faults = createFaults([], createRandom('faults'));
  readonly #app: ReturnType<typeof createApp>;

  constructor(store: Store, account: Account, clock: Pick<Clock, 'now'>) {
    this.#store = store;
    this.#account = account;
    this.#app = createApp(
      {
        store,
        journal: createJournal(),
        limiter: createLimiter('off', 'sliding', () => clock.now()),
        checkAnswers: false,
        report: (message) => {
          throw new Error(message);
        },
      },
      this.#faults,
    );
  }

  async carryOut(
    request: HttpRequest,
    attempt: string | null,
    kinds: readonly FaultKind[],
  ): Promise<HttpResponse> {
    this.#faults.replace(kinds.map((kind) => parseFault(`*:${kind}:1:1`)));
    const before = captureState(this.#store, this.#account);
    const response = await fetchInProcess(this.#app, request);
    const endpoint = endpointOf(request);
    if (endpoint && !kinds.includes('drop-before')) {
      this.carriedOut.push({
        endpoint,
        body: request.body ?? '',
        path: new URL(request.url).pathname,
        attempt,
        status: response.status,
        effect: changes(before, captureState(this.#store, this.#account)),
      });
    }
    return readResponse(response, this.#store.now());
  }
}

export function createInProcessService(clock: Pick<Clock, 'now'>): InProcessService {
  const { store, account, owned } = createDataset(clock);
  const { state } = store;
  const routes = new RecordedRoutes(store, account, clock);
  const turns = new Turns();
  const paid: Effect[] = [];

  const answer: InProcessService['answer'] = (request, attempt, kinds = []) =>
    turns.run(() => routes.carryOut(request, attempt, kinds));

  function payNow(number: number): void {
    const payment = state.payments.find(({ history_id }) => history_id === number);
    if (!payment) throw new Error('no such payment was opened');
    const before = captureState(store, account);
    pay(store, payment);
    paid.push(changes(before, captureState(store, account)));
  }

  return {
    account,
    carriedOut: routes.carriedOut,
    paid,
    ...owned,
    endpointOf,
    answer,
    isBusy: () => turns.isBusy(),
    between: (request) => turns.run(request),
    other(endpoint, { path, body }) {
      return answer(
        {
          method: api[endpoint].method,
          url: `${serviceUrl}${pathOf(endpoint, path)}`,
          headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
          maxAnswerBytes: answerBounds[api[endpoint].answerSize].bytes,
          ...(body !== undefined && { body: JSON.stringify(body) }),
        },
        null,
      );
    },
    pay: payNow,
    payLast() {
      const last = state.payments.findLast((payment) => !payment.paid);
      if (last) payNow(last.history_id);
      return last?.history_id;
    },
  };
}

/** An endpoint's path with its `:names` filled in. */
export function pathOf(endpoint: EndpointId, values: OtherInput['path']): string {
  return api[endpoint].path.replace(/:(\w+)/g, (_, name: string) => String(values?.[name]));
}

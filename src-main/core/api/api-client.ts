import { api, type Api, type EndpointId } from '#contract/api/index.ts';
import { answerBounds, type DataOf, type Endpoint, type InputOf } from '#contract/endpoint.ts';
import { nextTurn } from '#core/kernel/next-turn.ts';
import { fail, type Failure, type Result } from '#contract/failure.ts';
import { isWithinBounds } from './answer-bounds.ts';
import { inputIssues, isOfService, onlyReads, readAnswer, transportFailure } from './answer.ts';
import {
  TransportError,
  type Clock,
  type HttpResponse,
  type HttpTransport,
  type Log,
  type Random,
} from '#core/kernel/ports.ts';
import type { Permit, RateLimiter } from './limits/rate-limiter.ts';
import type { Priority } from './limits/priority.ts';
import type { DatedAnswer } from '#core/kernel/service-clock.ts';
import { requestUrl, type EndpointInput } from './request-encoding.ts';

export interface CallOptions {
  /** Who waits for it; decides who goes first when the limits are short. */
  readonly priority: Priority;
  readonly signal?: AbortSignal;
  /** Called once the limits let it go, just before its first byte; `false` holds it back, unsent. */
  readonly beforeSend?: () => boolean;
  /** Takes a read also where elements of its lists could not be read, and names them. */
  readonly acceptPartial?: boolean;
  /** Receives the raw answer before it is parsed, for data that the service returns only once. */
  readonly onAnswer?: (answer: HttpResponse) => void;
}

/** The client of the service: parse input → wait for the limiter → send → unwrap → check. */
export type ApiClient = Pick<LimitedClient, 'call'>;

/** From so many bytes on an answer is long. */
const longAnswer = 128 * 1024;
const isLong = ({ body }: HttpResponse) => body.byteLength > longAnswer;
/** How often a read may be sent again, and the longest pause before that, milliseconds. */
const resends = 2;
const firstPause = 400;

interface ApiClientOptions {
  /** Address of the service; the paths of the endpoints are appended to it. */
  readonly base: string;
  /** The API key; it goes into the `Authorization` header and nowhere else. */
  readonly key: string;
  readonly transport: HttpTransport;
  readonly limiter: RateLimiter;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  /** The user's language for "localized names"; how it is selected is not shown. */
  readonly language?: () => string;
  /** Why a change is refused at once, where the service is known not to be reached. */
  readonly refuseChange?: () => Failure | undefined;
  /** Receives after each attempt whether the service answered at all. */
  readonly onReach?: (reached: boolean) => void;
  /** Learns the service's time from its answers. */
  readonly onAnswered?: (answer: DatedAnswer) => void;
  readonly onFailure?: (failure: Failure) => void;
  readonly onUnreadable?: (endpoint: EndpointId, count: number) => void;
}

export function createApiClient(options: ApiClientOptions): ApiClient {
  return new LimitedClient(options);
}

interface Outgoing {
  readonly endpoint: Endpoint;
  readonly url: string;
  readonly body: string | undefined;
  readonly call: CallOptions;
}

/** What one attempt ended with, and whether a read may be sent again. */
interface Attempt {
  readonly result: Result<unknown>;
  readonly again: boolean;
}

class LimitedClient {
  readonly #options: ApiClientOptions;
  readonly #fixedHeaders: Readonly<Record<string, string>>;

  constructor(options: ApiClientOptions) {
    this.#options = options;
    this.#fixedHeaders = { authorization: `Bearer ${options.key}`, accept: 'application/json' };
  }

  /** Answers with `data`, never throws. A change is sent once, a read at most three times. */
  async call<Id extends EndpointId>(
    id: Id,
    input: InputOf<Api[Id]>,
    call: CallOptions,
  ): Promise<Result<DataOf<Api[Id]>>> {
    const endpoint: Endpoint = api[id];
    const parsed = endpoint.input.safeParse(input);
    if (!parsed.success) {
      return fail('invalid-input', { endpoint: id, issues: inputIssues(parsed.error) });
    }
    const parts = parsed.data as EndpointInput;
    const url = requestUrl(this.#options.base, endpoint, parts);
    if (!url.ok) return url;
    const refusal = onlyReads(endpoint) ? undefined : this.#options.refuseChange?.();
    if (refusal) {
      return { ok: false, failure: this.#failed(endpoint, call, { ...refusal, endpoint: id }) };
    }
    const body = parts.body === undefined ? undefined : JSON.stringify(parts.body);
    const outgoing: Outgoing = { endpoint, url: url.value, body, call };
    for (let sent = 0; ; sent += 1) {
      const { result: answer, again } = await this.#attempt(outgoing);
      const result = this.#partial(id, answer, call.acceptPartial);
      // The endpoint that `id` names has parsed the data, so the answer is of that endpoint's type.
      if (result.ok) return result as Result<DataOf<Api[Id]>>;
      if (again && onlyReads(endpoint) && sent < resends && !call.signal?.aborted) {
        await this.#pause(firstPause * 2 ** sent);
        continue;
      }
      return { ok: false, failure: this.#failed(endpoint, call, result.failure) };
    }
  }

  /** An answer in part is one only for who takes it. */
  #partial(id: EndpointId, result: Result<unknown>, acceptPartial = false): Result<unknown> {
    if (!result.ok || result.unreadable === undefined) return result;
    const count = result.unreadable.length;
    this.#options.log.write('warn', 'unreadable', { endpoint: id, count });
    this.#options.onUnreadable?.(id, count);
    return acceptPartial ? result : fail('bad-response', { endpoint: id, status: 200 });
  }

  async #attempt(outgoing: Outgoing): Promise<Attempt> {
    const { limiter, onReach } = this.#options;
    const { endpoint, call } = outgoing;
    let permit: Permit;
    try {
      permit = await limiter.acquire(endpoint, call.priority, call.signal);
    } catch {
      return { result: fail('aborted', { endpoint: endpoint.id }), again: false };
    }
    if (call.beforeSend && !call.beforeSend()) {
      permit.unsent();
      return { result: fail('unsent', { endpoint: endpoint.id }), again: false };
    }
    const sentAt = this.#options.clock.monotonic();
    let response: HttpResponse;
    try {
      response = await this.#send(outgoing);
    } catch (error) {
      return this.#notAnswered(endpoint, permit, error);
    }
    permit.done(response);
    call.onAnswer?.(response);
    onReach?.(true);
    if (isLong(response)) await nextTurn();
    const result = readAnswer(endpoint, response);
    if (isOfService(result)) {
      const date = response.headers['date'];
      this.#options.onAnswered?.({ service: this.#options.base, date, sentAt });
    }
    if (isLong(response)) await nextTurn();
    return { result, again: response.status === 429 || response.status >= 500 };
  }

  async #send({ endpoint, url, body, call }: Outgoing): Promise<HttpResponse> {
    const { transport, clock } = this.#options;
    const started = clock.monotonic();
    const response = await transport.send({
      method: endpoint.method,
      url,
      headers: this.#headersFor(body),
      maxAnswerBytes: answerBounds[endpoint.answerSize].bytes,
      ...(body !== undefined && { body }),
      ...(call.signal && { signal: call.signal }),
    });
    const ms = Math.round(clock.monotonic() - started);
    const { status } = response;
    this.#options.log.write('debug', 'answer', { endpoint: endpoint.id, status, ms });
    // A long answer is measured, read, and something made of it, each in a turn of its own.
    if (isLong(response) && call.onAnswer === undefined) await nextTurn();
    // The one place that every answer passes, before anything parses or stores it.
    if (!isWithinBounds(endpoint, response.body)) throw new TransportError('too-large', true);
    return response;
  }

  #notAnswered(endpoint: Endpoint, permit: Permit, error: unknown): Attempt {
    if (!(error instanceof TransportError)) {
      permit.lost();
      throw error;
    }
    if (error.sent) permit.lost();
    else permit.unsent();
    const silent = !error.sent || error.reason === 'timeout';
    const withheld = error.reason === 'aborted' || error.reason === 'settings-changed';
    if (silent && !withheld) this.#options.onReach?.(false);
    return {
      result: { ok: false, failure: transportFailure(endpoint, error) },
      again: error.sent && error.reason === 'cut',
    };
  }

  #headersFor(body: string | undefined): Readonly<Record<string, string>> {
    const { language } = this.#options;
    if (body === undefined && !language) return this.#fixedHeaders;
    return {
      ...this.#fixedHeaders,
      ...(language && { 'accept-language': language() }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    };
  }

  /** The failure as it is answered: with the id it has in the log, and when to try again. */
  #failed(endpoint: Endpoint, call: CallOptions, failure: Failure): Failure {
    const { random, log, limiter, onFailure } = this.#options;
    // Only failures are looked up by their id, and random bytes are the largest cost here.
    const requestId = Buffer.from(random.bytes(6)).toString('hex');
    log.write('warn', 'failed', { endpoint: endpoint.id, kind: failure.kind, request: requestId });
    const retryAt =
      failure.kind === 'rate-limited' ? limiter.earliest(endpoint, call.priority) : undefined;
    const reported: Failure = { ...failure, requestId, ...(retryAt !== undefined && { retryAt }) };
    onFailure?.(reported);
    return reported;
  }

  /** Half of it to the whole, so that many clients do not come back at once. */
  #pause(ms: number): Promise<void> {
    const { clock, random } = this.#options;
    return new Promise((resolve) => clock.after(ms * (0.5 + random.unit() / 2), resolve));
  }
}

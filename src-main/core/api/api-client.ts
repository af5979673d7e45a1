import { api, type Api, type EndpointId } from '#contract/api/index.ts';
import { answerBytes, type DataOf, type Endpoint, type InputOf } from '#contract/endpoint.ts';
import { fail, type Failure, type Result } from '#contract/failure.ts';
import { inputIssues, notUnderstood, onlyReads, readAnswer, transportFailure } from './answer.ts';
import {
  TransportError,
  type Clock,
  type HttpResponse,
  type HttpTransport,
  type Log,
  type LongAnswerReader,
  type Random,
} from '#core/ports.ts';
import type { Permit, RateLimiter } from '#core/limits/rate-limiter.ts';
import type { Priority } from '#core/limits/priority.ts';
import { requestUrl, type EndpointInput } from './request-encoding.ts';

export interface CallOptions {
  /** Who waits for it; decides who goes first when the limits are short. */
  readonly priority: Priority;
  readonly signal?: AbortSignal;
  /** Asked once the limits let it go, just before its first byte; `false` holds it back, unsent. */
  readonly beforeSend?: () => boolean;
  /** Hears the whole answer before anything is parsed, for what the service gives only once. */
  readonly onAnswer?: (answer: HttpResponse) => void;
}

export interface ApiClient {
  /**
   * Sends one endpoint and answers with its `data`. Never throws. A change is sent at most once; a
   * read at most three times. Fails with every kind of `Failure` but `keychain` and `vault`.
   */
  call<Id extends EndpointId>(
    id: Id,
    input: InputOf<Api[Id]>,
    options: CallOptions,
  ): Promise<Result<DataOf<Api[Id]>>>;
}

/** How often a read may be sent again, and the longest pause before that, milliseconds. */
const resends = 2;
const firstPause = 400;

/** A longer answer than this is parsed off the main thread, bytes: parsing it takes milliseconds. */
const longAnswerBytes = 256 * 1024;

/**
 * The client of the service: parse input → wait for the limiter → send → unwrap → check.
 *
 * @param options.base address of the service; the paths of the rows are appended to it
 * @param options.key the API key; it goes into the `Authorization` header and nowhere else
 * @param options.onReach hears after each attempt whether the service answered at all
 * @param options.onFailure hears what a call that was sent, or was to be, ended with
 */
export function createApiClient(options: {
  readonly base: string;
  readonly key: string;
  readonly transport: HttpTransport;
  readonly limiter: RateLimiter;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  /** Where long answers are parsed; on the main thread where none is given. */
  readonly readLongAnswer?: LongAnswerReader | undefined;
  /** The person's language: locations have a "localized name", and how it is chosen is not shown. */
  readonly language?: () => string;
  readonly onReach?: (reached: boolean) => void;
  readonly onFailure?: (failure: Failure) => void;
}): ApiClient {
  const { transport, limiter, clock, random, log } = options;
  const fixed = { authorization: `Bearer ${options.key}`, accept: 'application/json' };

  /** What every request says of itself. */
  function headersFor(body: string | undefined): Readonly<Record<string, string>> {
    if (body === undefined && !options.language) return fixed;
    return {
      ...fixed,
      ...(options.language && { 'accept-language': options.language() }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    };
  }

  async function read(endpoint: Endpoint, response: HttpResponse): Promise<Result<unknown>> {
    const reader = options.readLongAnswer;
    if (reader === undefined || response.body.byteLength <= longAnswerBytes) {
      return readAnswer(endpoint, response);
    }
    const reading = await reader(endpoint.id, response);
    if (reading === 'failed') return notUnderstood(endpoint, response.status);
    return reading === 'unavailable' ? readAnswer(endpoint, response) : reading;
  }

  async function attempt(
    endpoint: Endpoint,
    url: string,
    body: string | undefined,
    call: CallOptions,
  ): Promise<{ result: Result<unknown>; again: boolean }> {
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
    const started = clock.monotonic();
    let response: HttpResponse;
    try {
      response = await transport.send({
        method: endpoint.method,
        url,
        headers: headersFor(body),
        maxAnswerBytes: answerBytes[endpoint.answerSize],
        ...(body !== undefined && { body }),
        ...(call.signal && { signal: call.signal }),
      });
    } catch (error) {
      if (!(error instanceof TransportError)) {
        permit.lost();
        throw error;
      }
      if (error.sent) permit.lost();
      else permit.unsent();
      const silent = !error.sent || error.reason === 'timeout';
      const withheld = error.reason === 'aborted' || error.reason === 'settings-changed';
      if (silent && !withheld) options.onReach?.(false);
      return {
        result: { ok: false, failure: transportFailure(endpoint, error) },
        again: error.sent && error.reason === 'cut',
      };
    }
    permit.done(response);
    call.onAnswer?.(response);
    options.onReach?.(true);
    log.write('debug', 'answer', {
      endpoint: endpoint.id,
      status: response.status,
      ms: Math.round(clock.monotonic() - started),
    });
    return {
      result: await read(endpoint, response),
      again: response.status === 429 || response.status >= 500,
    };
  }

  async function call(id: EndpointId, input: unknown, settings: CallOptions) {
    const endpoint: Endpoint = api[id];
    const parsed = endpoint.input.safeParse(input);
    if (!parsed.success) {
      return fail('invalid-input', { endpoint: id, issues: inputIssues(parsed.error) });
    }
    const parts = parsed.data as EndpointInput;
    const url = requestUrl(options.base, endpoint, parts);
    if (!url.ok) return url;
    const body = parts.body === undefined ? undefined : JSON.stringify(parts.body);
    for (let sent = 0; ; sent += 1) {
      const { result, again } = await attempt(endpoint, url.value, body, settings);
      if (result.ok) return result;
      if (again && onlyReads(endpoint) && sent < resends && !settings.signal?.aborted) {
        await pause(clock, firstPause * 2 ** sent * (0.5 + random.unit() / 2));
        continue;
      }
      // Only a failure is ever looked up, and bytes of chance are what costs most here.
      const requestId = hex(random.bytes(6));
      log.write('warn', 'failed', { endpoint: id, kind: result.failure.kind, request: requestId });
      const retryAt =
        result.failure.kind === 'rate-limited'
          ? limiter.earliest(endpoint, settings.priority)
          : undefined;
      const failure: Failure = {
        ...result.failure,
        requestId,
        ...(retryAt !== undefined && { retryAt }),
      };
      options.onFailure?.(failure);
      return { ok: false, failure };
    }
  }

  // The row that `id` names has parsed the data, so the answer is of that row's type.
  return { call: call as ApiClient['call'] };
}

function pause(clock: Clock, ms: number): Promise<void> {
  return new Promise((resolve) => {
    clock.after(ms, resolve);
  });
}

function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex');
}

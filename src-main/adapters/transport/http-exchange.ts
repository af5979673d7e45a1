import type { Dispatcher } from 'undici';
import { TransportError, type HttpRequest, type HttpResponse } from '#core/kernel/ports.ts';
import { transportError } from './transport-faults.ts';

/** How long each part of a request may take, milliseconds. */
export interface Deadlines {
  /** Until the request is begun: waiting for a free connection, or opening one. */
  readonly connectMs: number;
  /** From the first byte of the request to the whole head of the answer. */
  readonly headersMs: number;
  /** From the head of the answer to its last byte. */
  readonly bodyMs: number;
}

const redirects: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/**
 * Writes one request (`path` with its query, encoded) to one connection and reads its answer as it comes over
 * the wire, the body in its content encoding. It is given to undici's dispatcher itself and not to its
 * `request()`, because only a handler learns the moment from which bytes may leave, and that moment decides
 * whether a change was made. Fails with a `TransportError`. Deadlines are timers of our own: undici's are
 * rounded up to a second, and its body timeout starts again at every byte.
 */
export function exchange(
  dispatcher: Dispatcher,
  request: HttpRequest,
  path: string,
  limits: Deadlines,
): Promise<HttpResponse> {
  const answered = Promise.withResolvers<HttpResponse>();
  const handler = new AnswerHandler(request, limits, answered);
  if (handler.isSettled) return answered.promise;
  const { method, headers, body = null } = request;
  try {
    dispatcher.dispatch({ path, method, headers, body }, handler);
  } catch (error) {
    handler.onResponseError(undefined, error);
  }
  return answered.promise;
}

/** Collects one answer; settles the request's promise once. */
class AnswerHandler implements Dispatcher.DispatchHandler {
  readonly #request: HttpRequest;
  readonly #limits: Deadlines;
  readonly #answered: PromiseWithResolvers<HttpResponse>;
  readonly #chunks: Uint8Array[] = [];
  readonly #onAbort: () => void;
  #controller: Dispatcher.DispatchController | undefined;
  #begun = false;
  #settled = false;
  #status = 0;
  #headers: Readonly<Record<string, string>> = {};
  #received = 0;
  /** When the request fails, and when the timer fires to see whether that has come: performance time. */
  #deadline: number;
  #firesAt: number;
  #timer: NodeJS.Timeout;

  constructor(
    request: HttpRequest,
    limits: Deadlines,
    answered: PromiseWithResolvers<HttpResponse>,
  ) {
    this.#request = request;
    this.#limits = limits;
    this.#answered = answered;
    this.#deadline = performance.now() + limits.connectMs;
    this.#firesAt = this.#deadline;
    this.#timer = this.#startTimer(limits.connectMs);
    this.#onAbort = () => this.#refuse(new TransportError('aborted', this.#begun));
    if (request.signal?.aborted === true) this.#onAbort();
    else request.signal?.addEventListener('abort', this.#onAbort);
  }

  get isSettled(): boolean {
    return this.#settled;
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    // Given up while it waited for a connection: leaves here, before anything is written.
    if (this.#settled) {
      controller.abort(new TransportError('aborted', false));
      return;
    }
    this.#controller = controller;
    this.#begun = true;
    this.#wait(this.#limits.headersMs);
  }

  onResponseStart(
    _: Dispatcher.DispatchController,
    status: number,
    fields: Readonly<Record<string, string | readonly string[] | undefined>>,
  ): void {
    if (status < 200) return;
    this.#status = status;
    this.#headers = joined(fields);
    this.#wait(this.#limits.bodyMs);
    if (redirects.has(status)) this.#refuse(new TransportError('redirected', true));
    else if (Number(this.#headers['content-length']) > this.#request.maxAnswerBytes) {
      this.#refuse(new TransportError('too-large', true));
    }
  }

  onResponseData(_: Dispatcher.DispatchController, chunk: Uint8Array): void {
    this.#received += chunk.byteLength;
    if (this.#received > this.#request.maxAnswerBytes) {
      this.#refuse(new TransportError('too-large', true));
    } else this.#chunks.push(chunk);
  }

  onResponseEnd(): void {
    if (!this.#settle()) return;
    const body = whole(this.#chunks);
    this.#answered.resolve({ status: this.#status, headers: this.#headers, body });
  }

  onResponseError(_: Dispatcher.DispatchController | undefined, error: unknown): void {
    this.#refuse(transportError(error, this.#begun));
  }

  /** Whether this settled it: the first to do so decides. */
  #settle(): boolean {
    if (this.#settled) return false;
    this.#settled = true;
    clearTimeout(this.#timer);
    this.#request.signal?.removeEventListener('abort', this.#onAbort);
    return true;
  }

  #refuse(error: TransportError): void {
    if (!this.#settle()) return;
    this.#answered.reject(error);
    this.#controller?.abort(error);
  }

  /** Moves the deadline. A timer that runs is left to fire where that is soon enough: it costs more. */
  #wait(ms: number): void {
    this.#deadline = performance.now() + ms;
    if (this.#deadline >= this.#firesAt) return;
    this.#restartTimer(ms);
  }

  #restartTimer(ms: number): void {
    clearTimeout(this.#timer);
    this.#firesAt = performance.now() + ms;
    this.#timer = this.#startTimer(ms);
  }

  #startTimer(ms: number): NodeJS.Timeout {
    return setTimeout(() => {
      const left = this.#deadline - performance.now();
      // A timer fires up to a millisecond early.
      if (left > 1) this.#restartTimer(left);
      else this.#refuse(new TransportError('timeout', this.#begun));
    }, ms);
  }
}

function whole(chunks: readonly Uint8Array[]): Uint8Array {
  const [only] = chunks;
  return only !== undefined && chunks.length === 1 ? only : Buffer.concat(chunks);
}

function joined(
  fields: Readonly<Record<string, string | readonly string[] | undefined>>,
): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const name in fields) {
    const value = fields[name];
    headers[name] = typeof value === 'string' ? value : (value ?? []).join(', ');
  }
  return headers;
}

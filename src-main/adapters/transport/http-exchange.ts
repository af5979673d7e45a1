import type { Dispatcher } from 'undici';
import { TransportError, type HttpRequest, type HttpResponse } from '#core/ports.ts';
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
 * Writes one request to one connection and reads its answer, as it comes over the wire. The request
 * is given to undici's dispatcher itself and not to its `request()`, because only a handler is told
 * the moment from which bytes may leave, and that moment decides whether a change was made.
 *
 * @param path path and query, encoded
 * @returns the answer with its body still in its content encoding
 *
 * Fails with a `TransportError`. Deadlines are timers of our own: undici's are rounded up to a
 * second, and its body timeout starts again at every byte.
 */
export function exchange(
  dispatcher: Dispatcher,
  request: HttpRequest,
  path: string,
  limits: Deadlines,
): Promise<HttpResponse> {
  const { signal, maxAnswerBytes } = request;
  return new Promise((resolve, reject) => {
    let controller: Dispatcher.DispatchController | undefined;
    let begun = false;
    let settled = false;
    let status = 0;
    let headers: Readonly<Record<string, string>> = {};
    let received = 0;
    const chunks: Uint8Array[] = [];
    let deadline = performance.now() + limits.connectMs;
    let rings = deadline;
    let timer = setTimeout(ring, limits.connectMs);

    function settle(): boolean {
      if (settled) return false;
      settled = true;
      clearTimeout(timer);
      signal?.removeEventListener('abort', cancel);
      return true;
    }
    function refuse(error: TransportError): void {
      if (!settle()) return;
      reject(error);
      controller?.abort(error);
    }
    /** Moves the deadline. The timer that runs is left to ring where that is soon enough: it costs more. */
    function wait(ms: number): void {
      deadline = performance.now() + ms;
      if (deadline < rings) set(ms);
    }
    function set(ms: number): void {
      clearTimeout(timer);
      rings = performance.now() + ms;
      timer = setTimeout(ring, ms);
    }
    function ring(): void {
      const left = deadline - performance.now();
      // A timer rings up to a millisecond early.
      if (left > 1) set(left);
      else refuse(new TransportError('timeout', begun));
    }
    function cancel(): void {
      refuse(new TransportError('aborted', begun));
    }

    if (signal?.aborted === true) {
      cancel();
      return;
    }
    signal?.addEventListener('abort', cancel);

    const handler: Dispatcher.DispatchHandler = {
      onRequestStart(now) {
        // Given up while it waited for a connection: leaves here, before anything is written.
        if (settled) {
          now.abort(new TransportError('aborted', false));
          return;
        }
        controller = now;
        begun = true;
        wait(limits.headersMs);
      },
      onResponseStart(_, code, fields) {
        if (code < 200) return;
        status = code;
        headers = joined(fields);
        wait(limits.bodyMs);
        if (redirects.has(code)) refuse(new TransportError('redirected', true));
        else if (Number(headers['content-length']) > maxAnswerBytes) {
          refuse(new TransportError('too-large', true));
        }
      },
      onResponseData(_, chunk) {
        received += chunk.byteLength;
        if (received > maxAnswerBytes) refuse(new TransportError('too-large', true));
        else chunks.push(chunk);
      },
      onResponseEnd() {
        if (settle()) resolve({ status, headers, body: whole(chunks) });
      },
      onResponseError(_, error) {
        refuse(transportError(error, begun));
      },
    };
    const { method, body = null } = request;
    try {
      dispatcher.dispatch({ path, method, headers: request.headers, body }, handler);
    } catch (error) {
      refuse(transportError(error, begun));
    }
  });
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

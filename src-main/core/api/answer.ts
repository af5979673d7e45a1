import type { z } from 'zod';
import type { Endpoint } from '#contract/endpoint.ts';
import {
  fail,
  ok,
  type Failure,
  type FailureKind,
  type FailureReason,
  type InputIssue,
  type Result,
} from '#contract/failure.ts';
import { isRecord, readElements } from './elements.ts';
import type { HttpResponse, TransportError } from '#core/kernel/ports.ts';

const longestMessage = 500;

/** Which fields of an input are wrong, from zod's own issues. No value of the input is included. */
export function inputIssues(error: z.ZodError): InputIssue[] {
  return error.issues.slice(0, 50).map((issue) => ({
    path: issue.path.map(String).join('.'),
    code: issue.code === 'custom' ? issue.message : issue.code,
  }));
}

/** Whether a call only reads, and so may be sent again and never leaves anything in doubt. */
export function onlyReads(endpoint: Endpoint): boolean {
  return endpoint.effect === 'read';
}

function isChange({ effect }: Endpoint): boolean {
  return effect !== 'read' && effect !== 'destructive-read';
}

/** The one place where a status gets its meaning (specification, part 1 and part 3, Errors). */
export function readAnswer(endpoint: Endpoint, response: HttpResponse): Result<unknown> {
  const body = parseJson(response.body);
  if (isRefusalOfSomebodyElse(response.status, body)) {
    return notUnderstood(endpoint, response.status, 'not-service');
  }
  if (response.status < 200 || response.status > 299) {
    return { ok: false, failure: refusal(endpoint, response.status, body) };
  }
  if (!isRecord(body) || body['status'] !== true || !('data' in body)) {
    if (isRecord(body) && body['status'] === false) {
      return { ok: false, failure: refusal(endpoint, Number(body['statusCode']) || 400, body) };
    }
    return notUnderstood(endpoint, response.status);
  }
  const read = readElements(endpoint.data, body['data']);
  if (read?.unreadable.length === 0) return ok(read.data);
  if (read && onlyReads(endpoint)) {
    return { ok: true, value: read.data, unreadable: read.unreadable };
  }
  return fail(isChange(endpoint) ? 'outcome-unknown' : 'bad-response', {
    endpoint: endpoint.id,
    status: response.status,
  });
}

/** Whether the service itself answered, and nobody on the way to it. */
export function isOfService(result: Result<unknown>): boolean {
  return result.ok || result.failure.errorCode !== undefined;
}

/** No whole answer came: after sending, a change is in doubt, and only a read timed out. */
export function transportFailure(endpoint: Endpoint, error: TransportError): Failure {
  const about = { endpoint: endpoint.id };
  if (!error.sent) {
    if (error.reason === 'aborted') return { kind: 'aborted', ...about };
    if (error.reason === 'settings-changed') {
      return { kind: 'unsent', ...about, reason: error.reason };
    }
    return { kind: 'offline', ...about, ...reasonOf(error) };
  }
  if (!onlyReads(endpoint)) return { kind: 'outcome-unknown', ...about, ...reasonOf(error) };
  switch (error.reason) {
    case 'aborted':
      return { kind: 'aborted', ...about };
    case 'timeout':
      return { kind: 'timeout', ...about };
    case 'too-large':
    case 'redirected':
      return { kind: 'bad-response', ...about, reason: error.reason };
    default:
      return { kind: 'offline', ...about, ...reasonOf(error) };
  }
}

function reasonOf({ reason, tls, proxy }: TransportError): Partial<Failure> {
  if (reason === 'aborted') return {};
  return {
    reason: reason === 'timeout' ? 'timed-out' : reason,
    ...(tls !== undefined && { tls }),
    ...(proxy !== undefined && { proxy }),
  };
}

/** A change answered with something unreadable may have happened all the same. */
function notUnderstood(endpoint: Endpoint, status: number, reason?: FailureReason): Result<never> {
  return fail(onlyReads(endpoint) ? 'bad-response' : 'outcome-unknown', {
    endpoint: endpoint.id,
    status,
    ...(reason !== undefined && { reason }),
  });
}

/** A firewall's or proxy's own page: the service's refusal has its error body. */
function isRefusalOfSomebodyElse(status: number, body: unknown): boolean {
  return (status === 401 || status === 403) && !(isRecord(body) && body['status'] === false);
}

function refusal(endpoint: Endpoint, status: number, body: unknown): Failure {
  const errorCode = isRecord(body) ? body['errorCode'] : undefined;
  const message = isRecord(body) ? body['message'] : undefined;
  return {
    kind:
      isChange(endpoint) && leavesOutcomeOpen(status)
        ? 'outcome-unknown'
        : refusalKind(status, errorCode),
    endpoint: endpoint.id,
    status,
    ...(typeof errorCode === 'number' && { errorCode }),
    ...(typeof message === 'string' && { message: message.slice(0, longestMessage) }),
  };
}

/** Whether a change may have happened: a 5xx, a redirection, a proxy's time-out. */
function leavesOutcomeOpen(status: number): boolean {
  return status >= 500 || status < 400 || status === 408 || status === 499;
}

/** "Not found" with any status: which goes with them is not shown. */
const notFoundCodes: readonly unknown[] = [1, 33, 40];

function refusalKind(status: number, errorCode: unknown): FailureKind {
  if (status === 429) return 'rate-limited';
  if (status === 401) return 'unauthorized';
  if (status >= 500) return 'server';
  if (status === 404 || notFoundCodes.includes(errorCode)) return 'not-found';
  if (status === 403) return 'forbidden';
  return status >= 400 ? 'rejected' : 'bad-response';
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

function parseJson(body: Uint8Array): unknown {
  try {
    return JSON.parse(utf8.decode(body)) as unknown;
  } catch {
    return undefined;
  }
}

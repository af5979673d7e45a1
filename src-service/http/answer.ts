import { errorBody, success } from '#contract/envelope.ts';
import type { Refusal } from '#service/store/refusal.ts';
import type { LimitState } from './limits.ts';

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

const json = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' };

export function successAnswer(
  status: number,
  data: unknown,
  headers: Readonly<Record<string, string>>,
): Answer {
  return { status, headers: { ...json, ...headers }, body: JSON.stringify(success(status, data)) };
}

export function errorAnswer(
  refusal: Refusal,
  headers: Readonly<Record<string, string>> = {},
): Answer {
  const { statusCode, errorCode, message } = refusal;
  return {
    status: statusCode,
    headers: { ...json, ...headers },
    body: JSON.stringify(errorBody(statusCode, errorCode, message)),
  };
}

/** The three headers about limits (specification, part 3, Limits 5). */
export function limitHeaders(state: LimitState | null): Record<string, string> {
  if (state === null) return {};
  return {
    'X-RateLimit-Limit': String(state.limit),
    'X-RateLimit-Remaining': String(state.remaining),
    'X-RateLimit-Reset': String(state.reset),
  };
}

/** What a proxy in front of a service that is away answers: not JSON, and without its headers. */
export const unavailable: Answer = {
  status: 503,
  headers: { 'content-type': 'text/html; charset=utf-8' },
  body: '<html><head><title>503 Service Unavailable</title></head><body>Service Unavailable</body></html>',
};

/** What a captive portal answers in place of every service until the user has signed in to it. */
export const portal: Answer = {
  status: 200,
  headers: { 'content-type': 'text/html; charset=utf-8' },
  body: '<html><head><title>Wi-Fi</title></head><body><form method="post">Accept the terms</form></body></html>',
};

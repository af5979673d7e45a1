import { afterEach } from 'vitest';
import { api, type Api, type EndpointId } from '#contract/api/index.ts';
import type { Endpoint, InputOf } from '#contract/endpoint.ts';
import { movable, type MovableClock } from '#service/clock.ts';
import { startService, type RunningService, type StartOptions } from '#service/service.ts';

/** The answer as received over the socket. `body` is parsed JSON, or the text where it is none. */
export interface Received {
  readonly status: number;
  readonly headers: Headers;
  readonly body: unknown;
}

/** The fields of the error body, for comparing. */
export function errorOf({ status, body }: Received): { status: number; code: unknown } {
  const code = typeof body === 'object' && body !== null && 'errorCode' in body && body.errorCode;
  return { status, code };
}

/** The `data` of a success, checked against its endpoint's schema. */
export function dataOf<Id extends EndpointId>(
  id: Id,
  { status, body }: Received,
): ReturnType<Api[Id]['data']['parse']> {
  if (typeof body !== 'object' || body === null || !('data' in body)) {
    throw new Error(`${id} answered ${String(status)} without data`);
  }
  return api[id].data.parse(body.data) as ReturnType<Api[Id]['data']['parse']>;
}

export interface RawInput {
  readonly path?: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
}

/** Sends one request over a real socket, with the service's key by default. */
export async function send<Id extends EndpointId>(
  service: Pick<RunningService, 'url' | 'key'>,
  id: Id,
  input: InputOf<Api[Id]>,
): Promise<Received> {
  return sendRaw(service, id, input);
}

export async function sendRaw(
  { url, key }: Pick<RunningService, 'url' | 'key'>,
  id: EndpointId,
  input: RawInput,
): Promise<Received> {
  const endpoint: Endpoint = api[id];
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String(input.path?.[name])),
  );
  const query = new URLSearchParams(
    Object.entries(input.query ?? {}).map(([name, value]): [string, string] => [
      name,
      String(value),
    ]),
  ).toString();
  const response = await fetch(`${url}${path}${query === '' ? '' : `?${query}`}`, {
    method: endpoint.method,
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    ...(input.body !== undefined && { body: JSON.stringify(input.body) }),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: parsed(text) };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

/** A Monday, a moment after nine. */
export const testStart = Date.UTC(2026, 4, 11, 9, 0, 0, 250);

/** Services that end with the test that started them; their clock is stopped, limits are off. */
export function testServices(): {
  readonly start: (options?: StartOptions) => Promise<RunningService & { clock: MovableClock }>;
} {
  const running: RunningService[] = [];
  afterEach(async () => {
    await Promise.all(running.splice(0).map((service) => service.close()));
  });
  return {
    async start(options = {}) {
      const clock = movable({ now: () => testStart });
      const service = await startService({ limits: 'off', clock, ...options });
      running.push(service);
      return { ...service, clock };
    },
  };
}

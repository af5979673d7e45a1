import type { EndpointId } from '#contract/api/index.ts';
import { fail, type Result } from '#contract/failure.ts';
import type { ConnectionRecord, ConnectionSource } from '#contract/ipc/connections.ts';
import {
  connectionKey,
  parseConnectionKey,
  type ConnectionId,
} from '#contract/rules/connection-key.ts';
import type { UnreadableElement } from '#contract/unreadable.ts';

export interface UnreadableConnections {
  readonly named: readonly Pick<ConnectionRecord, 'key' | 'source' | 'title'>[];
  /** Whether a connection that is not in the answer may be one that could not be read. */
  readonly couldBe: (key: string) => boolean;
}

export function unreadableConnections(
  elements: readonly UnreadableElement[],
  source: ConnectionSource,
  idOf: (id: number, of: number | null) => ConnectionId | undefined,
): UnreadableConnections & { readonly whole: boolean } {
  const records = elements.filter(({ list }) => list === '' || list.endsWith('configs'));
  // A paid option that could not be read, with all that it has.
  const options = new Set(
    source === 'paid' ? records.filter(({ list }) => list === '').map(({ id }) => id) : [],
  );
  const named = records.flatMap(({ list, id, of, title }) => {
    if (typeof id !== 'number' || (source === 'paid' && list === '')) return [];
    const connection = idOf(id, typeof of === 'number' ? of : null);
    return connection
      ? [{ key: connectionKey(connection), source, title: title ?? `#${String(id)}` }]
      : [];
  });
  const keys = new Set(named.map(({ key }) => key));
  const known = records.filter(({ id }) => options.has(id) && typeof id === 'number');
  const whole = named.length + known.length === records.length;
  return {
    named,
    whole,
    couldBe(key) {
      const id = parseConnectionKey(key);
      return !whole || keys.has(key) || (id?.source === 'paid' && options.has(id.optionId));
    },
  };
}

/** Something of a list could not even be named: it is not known whether the rest is all. */
export function unreadableList(endpoint: EndpointId): Result<never> {
  return fail('bad-response', { endpoint, status: 200 });
}

import type { EndpointId } from '#contract/api/index.ts';
import { fail, type Result } from '#contract/failure.ts';
import type { ConnectionSource } from '#contract/ipc/connections.ts';
import {
  connectionKey,
  parseConnectionKey,
  type ConnectionId,
} from '#contract/rules/connection-key.ts';
import type { UnreadableElement } from '#contract/unreadable.ts';
import type { UnreadableLines } from './connections.ts';

/** Which connections the elements are that could not be read. */
export function unreadableLines(
  elements: readonly UnreadableElement[],
  source: ConnectionSource,
  idOf: (id: number, of: number | null) => ConnectionId | undefined,
): UnreadableLines & { readonly whole: boolean } {
  const records = elements.filter(({ list }) => list === '' || list.endsWith('configs'));
  // A paid option that could not be read, with all that it has.
  const options = new Set(
    source === 'paid' ? records.filter(({ list }) => list === '').map(({ id }) => id) : [],
  );
  const lines = records.flatMap(({ list, id, of, title }) => {
    if (typeof id !== 'number' || (source === 'paid' && list === '')) return [];
    const connection = idOf(id, typeof of === 'number' ? of : null);
    return connection
      ? [{ key: connectionKey(connection), source, title: title ?? `#${String(id)}` }]
      : [];
  });
  const keys = new Set(lines.map(({ key }) => key));
  const known = records.filter(({ id }) => options.has(id) && typeof id === 'number');
  const whole = lines.length + known.length === records.length;
  return {
    lines,
    whole,
    mayBe(key) {
      const id = parseConnectionKey(key);
      return !whole || keys.has(key) || (id?.source === 'paid' && options.has(id.optionId));
    },
  };
}

/** Something of a list could not even be named: it is not known whether the rest is all. */
export function unreadableList(endpoint: EndpointId): Result<never> {
  return fail('bad-response', { endpoint, status: 200 });
}

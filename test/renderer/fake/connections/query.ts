import type { ConnectionQuery } from '#contract/list/query.ts';
import { shownState } from '#contract/rules/connection-state.ts';
import { owningKey } from '#contract/rules/connection-key.ts';
import type { FakeConnection } from './connections.ts';

const sevenDays = 7 * 86_400;

function matches(filter: ConnectionQuery['filter'], now: number) {
  const words = filter.search
    .toLocaleLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  return (row: FakeConnection): boolean => {
    const text = `${row.title} ${row.place} ${row.protocol} ${row.host}`.toLocaleLowerCase();
    return (
      words.every((word) => text.includes(word)) &&
      (filter.sources.length === 0 || filter.sources.includes(row.source)) &&
      (filter.countries.length === 0 || filter.countries.includes(row.country)) &&
      (filter.protocols.length === 0 || filter.protocols.includes(row.protocol)) &&
      (filter.states.length === 0 || filter.states.includes(shownState(row.state.state))) &&
      (!filter.favourites || row.favourite) &&
      (!filter.working || row.check?.result.outcome === 'answers') &&
      (!filter.expiring || (row.expiresAt !== null && row.expiresAt < now / 1000 + sevenDays))
    );
  };
}

function delay({ check }: FakeConnection): number {
  if (check === undefined) return 2e9;
  return check.result.outcome === 'answers' ? check.result.ms : 1e9;
}

function ordering({ by, descending }: ConnectionQuery['order']) {
  const collator = new Intl.Collator('ru', { numeric: true });
  const compare = (a: FakeConnection, b: FakeConnection): number => {
    if (by === 'expiry') return (a.expiresAt ?? Infinity) - (b.expiresAt ?? Infinity);
    if (by === 'check') return delay(a) - delay(b);
    if (by === 'created') return (a.createdAt ?? 0) - (b.createdAt ?? 0);
    if (by === 'state') return collator.compare(a.state.state, b.state.state);
    return collator.compare(a[by], b[by]);
  };
  return (a: FakeConnection, b: FakeConnection): number =>
    Number(b.favourite) - Number(a.favourite) || (descending ? -1 : 1) * compare(a, b);
}

/** Those of a filter, in an order, as main would answer them. */
export function inOrder(
  connections: readonly FakeConnection[],
  { filter, order }: Pick<ConnectionQuery, 'filter' | 'order'>,
): FakeConnection[] {
  const sorted = connections.filter(matches(filter, Date.now())).sort(ordering(order));
  const byKey = new Map(sorted.map((row) => [row.key, row]));
  const nested = sorted.filter(({ source, key, favourite }) => {
    const owner = source === 'subconfig' ? byKey.get(owningKey(key)) : undefined;
    return owner !== undefined && favourite <= owner.favourite;
  });
  const below = new Map(nested.map((row) => [owningKey(row.key), row]));
  return sorted.flatMap((row) => {
    if (nested.includes(row)) return [];
    const own = below.get(row.key);
    return own === undefined ? [row] : [row, own];
  });
}

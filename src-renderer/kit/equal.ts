/** What the kit's links compare of two addresses: their queries, of which the values are strings. */
type Query = Readonly<Record<string, unknown>>;

/** Whether two queries are the same, in any order. */
export function isEqual(one: Query, other: Query): boolean {
  const said = (query: Query) => JSON.stringify(Object.entries(query).sort());
  return said(one) === said(other);
}

/** What the second has and the first has not. */
export function diff(one: Query, other: Query): { readonly type: 'added'; readonly key: string }[] {
  return Object.keys(other)
    .filter((key) => !(key in one))
    .map((key) => ({ type: 'added', key }));
}

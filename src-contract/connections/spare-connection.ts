import type { ConnectionRow } from '#contract/ipc/connections.ts';

/**
 * A connection for another device in place of one whose key is on a device already: one of the same
 * protocol that can be used and never left Culvert, of the same country before all else. `rows` are in
 * the order of preference.
 *
 * @param hasLeft whether a connection of this key was copied, saved, drawn or opened
 */
export function spareConnection(
  rows: readonly ConnectionRow[],
  { key, protocol, country }: Pick<ConnectionRow, 'key' | 'protocol' | 'country'>,
  hasLeft: (key: string) => boolean,
): ConnectionRow | undefined {
  const spares = rows.filter(
    (row) =>
      row.key !== key &&
      row.protocol === protocol &&
      (row.state.state === 'usable' || row.state.state === 'expiring') &&
      row.unreadable !== true &&
      !hasLeft(row.key),
  );
  return spares.find((row) => row.country === country) ?? spares[0];
}

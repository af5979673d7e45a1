import type { ConnectionRow } from '#contract/ipc/connections.ts';

/** One for another device: same protocol, usable, never left Culvert, same country first. */
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

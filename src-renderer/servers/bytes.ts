import { dayMs, gigabyte } from '#contract/constants.ts';

/** What was typed, in bytes; `null` when it is no amount. Nothing and 0 mean unlimited. */
export function typedBytes(typed: string): number | null {
  const text = typed.trim().replace(',', '.');
  if (text === '') return 0;
  if (!/^\d{1,7}(\.\d{1,3})?$/.test(text)) return null;
  return Math.round(Number(text) * gigabyte);
}

/** The same the other way, for a field; empty for unlimited. */
export function gigabytesText(bytes: number): string {
  return bytes === 0 ? '' : String(Math.round((bytes / gigabyte) * 1000) / 1000);
}

/** Share of the limit that is used, percent from 0 to 100; `null` when there is no limit. */
export function usedShare(used: number, limit: number): number | null {
  return limit === 0 ? null : Math.min(100, Math.max(0, (used / limit) * 100));
}

/** Unix ms at the pace since its oldest configuration; `null` without a limit or pace. */
export function usedUpAt(
  info: {
    readonly used_traffic_bytes: number;
    readonly lifetime_used_traffic_bytes: number;
    readonly traffic_limit_bytes: number;
  },
  configs: readonly { readonly created_at: number }[],
  now: number,
): number | null {
  const age = now - Math.min(...configs.map(({ created_at }) => created_at)) * 1000;
  const left = info.traffic_limit_bytes - info.used_traffic_bytes;
  const pace = info.lifetime_used_traffic_bytes / age;
  return info.traffic_limit_bytes > 0 && age >= dayMs && pace > 0
    ? now + Math.max(0, left) / pace
    : null;
}

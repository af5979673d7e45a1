import { env } from 'node:process';

/**
 * How many runs a property gets: few in `npm test`, and `CULVERT_DEEP` times as many when that is
 * set, as in `CULVERT_DEEP=100 npx vitest run test/core/limits`.
 */
export function runs(short: number): number {
  const factor = Number(env['CULVERT_DEEP'] ?? '1');
  return Number.isFinite(factor) && factor > 0 ? Math.ceil(short * factor) : short;
}

import { env } from 'node:process';

/**
 * How many runs a test gets: few in `npm test`, `full` in `npm run test:deep`, and `CULVERT_DEEP`
 * times as many as few where that is a number, as in
 * `CULVERT_DEEP=10 npx vitest run --project unit test/core/api/limits/limits-properties.test.ts`.
 */
export function runs(short: number, full = short * 100): number {
  const setting = env['CULVERT_DEEP'] ?? '';
  if (setting === 'full') return full;
  const factor = Number(setting === '' ? '1' : setting);
  return Number.isFinite(factor) && factor > 0 ? Math.ceil(short * factor) : short;
}

/**
 * How a property is tested: so many runs as `runs` says. A deep run draws new inputs every
 * time; every other run uses the same ones, so that the result of `npm test` is not chance.
 */
export function drawn(short: number, full?: number): { numRuns: number; seed?: number } {
  const usual = (env['CULVERT_DEEP'] ?? '') === '';
  return { numRuns: runs(short, full), ...(usual && { seed: 1 }) };
}

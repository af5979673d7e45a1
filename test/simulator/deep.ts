import { appendFileSync } from 'node:fs';
import { env } from 'node:process';

const setting = env['CULVERT_DEEP'] ?? '';

/** Whether nothing is left out, as in `npm run test:deep`. */
export const isDeep = setting !== '';

/**
 * How many runs a test gets: few in `npm test`, `full` in `npm run test:deep`, and `CULVERT_DEEP` times as
 * many as few where that is a number (`CULVERT_DEEP=10 npx vitest run FILE`).
 */
export function runs(short: number, full = short * 100): number {
  if (setting === 'full') return full;
  const factor = Number(isDeep ? setting : '1');
  return Number.isFinite(factor) && factor > 0 ? Math.ceil(short * factor) : short;
}

/** So many runs as `runs` says: a deep one draws new inputs, others the same: none passes by chance. */
export function drawn(short: number, full?: number): { numRuns: number; seed?: number } {
  return { numRuns: runs(short, full), ...(!isDeep && { seed: 1 }) };
}

const dayMs = 86_400_000;
/** Neighbours are alike, so the next one is taken this far away; a prime, which reaches every case. */
const stride = 7919;

/**
 * The cases of a test: all in a deep run; else those of `always` and `count` more, which change from day to
 * day, so that all have their turn. `npm test` says at its end how many were left out.
 */
export function sampled<const T>(
  cases: readonly T[],
  count: number,
  always: (one: T) => boolean = () => false,
): T[] {
  if (isDeep) return [...cases];
  const today = Math.floor(Date.now() / dayMs);
  const rest = cases.filter((one) => !always(one));
  const ofToday = new Set(
    rest.map((_, n) => rest[((today * count + n) * stride) % rest.length]).slice(0, count),
  );
  const file = env['CULVERT_LEFT_OUT'];
  if (file !== undefined) appendFileSync(file, `${String(rest.length - ofToday.size)}\n`);
  return cases.filter((one) => always(one) || ofToday.has(one));
}

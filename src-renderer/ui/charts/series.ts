/** One line of a chart. `null` is a time at which nothing was measured. */
export interface ChartSeries {
  readonly name: string;
  readonly values: readonly (number | null)[];
  /** Name of the colour's token. */
  readonly colour: string;
  /** Distinguishable from the first line without colour. */
  readonly dashed: boolean;
}

/** Readings of a server further apart than this, seconds, are not joined: three of their usual intervals. */
export function longestPauseS(times: readonly number[]): number {
  const intervals = times.slice(1).map((time, n) => time - (times[n] ?? time));
  const usual = intervals.toSorted((one, other) => one - other)[intervals.length >> 1] ?? 0;
  return Math.min(90, Math.max(30, 3 * usual));
}

/** An empty time between two that are further apart than `longest`, seconds. */
export function withGaps(
  times: readonly number[],
  lines: readonly (readonly (number | null)[])[],
  longest: number,
): { times: number[]; lines: (number | null)[][] } {
  const gapped: { times: number[]; lines: (number | null)[][] } = {
    times: [],
    lines: lines.map(() => []),
  };
  for (const [n, time] of times.entries()) {
    const before = times[n - 1];
    if (before !== undefined && time - before > longest) {
      gapped.times.push((before + time) / 2);
      for (const line of gapped.lines) line.push(null);
    }
    gapped.times.push(time);
    for (const [at, line] of gapped.lines.entries()) line.push(lines[at]?.[n] ?? null);
  }
  return gapped;
}

/** Zero and round values above it, three at most; the last is not below `top`. */
export function ticksTo(top: number): number[] {
  const third = top / 3;
  const unit = 10 ** Math.floor(Math.log10(third));
  const step = ([1, 2, 2.5, 5].find((each) => each * unit >= third) ?? 10) * unit;
  return Array.from({ length: Math.ceil(top / step) + 1 }, (_, n) => n * step);
}

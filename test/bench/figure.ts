/** One measured ratio, as `--json` writes it. */
export interface Figure {
  /** Dotted, beginning with the id of its bench. */
  readonly id: string;
  readonly ratio: number;
  /** Least and largest of the single measurements. */
  readonly spread: readonly [number, number];
  /** `null` where the figure is only observed. */
  readonly target: number | null;
  readonly better: 'higher' | 'lower';
  readonly ok: boolean;
}

/** A figure and what only the table shows. */
export interface Measured extends Figure {
  readonly note: string;
}

/** Something that is measured. */
export interface Bench {
  /** All its figures' ids are this one or begin with it and a dot. */
  readonly id: string;
  readonly run: () => Promise<readonly Measured[]>;
}

/** Makes a figure of single measurements, of which the median, the mean or the worst counts. */
export function figure(
  id: string,
  single: readonly number[],
  options: {
    readonly better: Figure['better'];
    readonly target: number | null;
    readonly of: 'median' | 'mean' | 'worst';
    readonly note?: string;
  },
): Measured {
  const { better, target, of, note = '' } = options;
  const sorted = single.toSorted((a, b) => a - b);
  const least = sorted.at(0) ?? NaN;
  const largest = sorted.at(-1) ?? NaN;
  const ratio = {
    median: sorted[Math.floor(sorted.length / 2)] ?? NaN,
    mean: sorted.reduce((sum, each) => sum + each, 0) / sorted.length,
    worst: better === 'higher' ? least : largest,
  }[of];
  const ok = target === null || (better === 'higher' ? ratio >= target : ratio <= target);
  return { id, ratio, spread: [least, largest], target, better, ok, note };
}

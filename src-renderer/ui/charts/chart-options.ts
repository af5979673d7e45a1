import type uPlot from 'uplot';
import { isolated, type ChartSeries } from './series.ts';

interface ChartOptions {
  /** Pixels. */
  readonly width: number;
  readonly height: number;
  readonly series: readonly ChartSeries[];
  /** Where the scale of the values ends at least. */
  readonly max: number;
  /** The first and the last time, Unix seconds. */
  readonly range: () => [number, number];
  readonly formatTime: (seconds: number) => string;
  readonly formatValue: (value: number) => string;
  /** Receives the position that the crosshair is on; `null` where it is on none. */
  readonly onPoint: (position: number | null) => void;
}

function token(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}

/** The position of the crosshair: the measurement nearest to the pointer, not between two. */
function nearest(plot: uPlot, left: number): number {
  const time = left < 0 ? undefined : plot.data[0][plot.posToIdx(left)];
  return time === undefined ? left : plot.valToPos(time, 'x');
}

function axes({ formatTime, formatValue }: ChartOptions): uPlot.Axis[] {
  const axis = {
    stroke: token('--chart-axis'),
    font: `11px ${token('--font-sans')}`,
    grid: { stroke: token('--chart-grid'), width: 1 },
    ticks: { show: false },
  };
  return [
    {
      ...axis,
      grid: { show: false },
      space: 72,
      size: 26,
      values: (_, splits) => splits.map(formatTime),
    },
    {
      ...axis,
      size: 44,
      space: 28,
      values: (_, splits) => splits.map((value) => formatValue(value)),
    },
  ];
}

/** How uPlot draws the lines, with the colours of the theme that is shown now. */
export function chartOptions(chart: ChartOptions): uPlot.Options {
  return {
    // Whole pixels: of a plot that ends within one, the last point would lie outside.
    width: Math.floor(chart.width),
    height: chart.height,
    // On the right, half of a time's label, which may be at the very end.
    padding: [12, 28, 0, 0],
    legend: { show: false },
    cursor: {
      y: false,
      drag: { setScale: false },
      points: { size: 7 },
      move: (plot, left, top) => [nearest(plot, left), top],
    },
    scales: {
      x: { time: false, range: () => chart.range() },
      y: { range: (_, __, top) => [0, Math.max(chart.max, top * 1.12, 1)] },
    },
    axes: axes(chart),
    series: [
      {},
      ...chart.series.map((line) => ({
        stroke: token(line.colour),
        width: 1.75,
        ...(line.dashed ? { dash: [5, 3] } : { fill: `${token(line.colour)}1f` }),
        // A value between two gaps has no line to be seen by.
        points: {
          show: true,
          size: 4,
          filter: (plot: uPlot, line: number) => isolated(plot.data[line] ?? []),
        },
      })),
    ],
    hooks: { setCursor: [(plot) => chart.onPoint(plot.cursor.idx ?? null)] },
  };
}

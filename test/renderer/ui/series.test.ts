import { mount } from '@vue/test-utils';
import { describe, expect, test } from 'vitest';
import SparkLine from '#renderer/ui/charts/SparkLine.vue';
import { longestPauseS, ticksTo, withGaps } from '#renderer/ui/charts/series.ts';

describe('the lines of a chart', () => {
  test('are broken where nothing was measured for longer than usual', () => {
    expect(withGaps([0, 5, 1205, 1210], [[1, 2, 3, 4]], 180)).toEqual({
      times: [0, 5, 605, 1205, 1210],
      lines: [[1, 2, null, 3, 4]],
    });
  });

  test('are broken sooner the oftener a server is read', () => {
    expect(
      [
        [0, 5, 10, 15, 90],
        [0, 25, 50, 120],
        [0, 60, 120],
      ].map(longestPauseS),
    ).toEqual([30, 75, 90]);
  });

  test('are whole where the times are close', () => {
    const times = [0, 5, 10];
    const lines = [
      [1, 2, 3],
      [4, 5, 6],
    ];
    expect(withGaps(times, lines, 5)).toEqual({ times, lines });
    expect(withGaps([], [[]], 5)).toEqual({ times: [], lines: [[]] });
  });

  test('have no dot where a value is alone between two gaps', () => {
    const props = { times: [0, 60, 1000, 2000, 2060], values: [1, 2, 3, 4, 5] };
    expect(mount(SparkLine, { props }).get('path').attributes('d')).toMatch(/M[\d. ]+M/);
  });

  test.each([
    [1, [0, 0.5, 1]],
    [7, [0, 2.5, 5, 7.5]],
    [100, [0, 50, 100]],
    [337, [0, 200, 400]],
    [600, [0, 200, 400, 600]],
    [1001, [0, 500, 1000, 1500]],
  ])('up to %d are labelled up to there', (top, ticks) => {
    expect(ticksTo(top)).toEqual(ticks);
    expect(ticksTo(ticks.at(-1) ?? 0)).toEqual(ticks);
  });
});

import { expect, test, vi } from 'vitest';
import { h, nextTick, shallowRef } from 'vue';
import ServerNow from '#renderer/statistics/ServerNow.vue';
import TimeChart from '#renderer/ui/charts/TimeChart.vue';
import { serverStats } from '#test/contract/server-stats.ts';
import { openWindow } from '#test/renderer/lib/window-fixture.ts';
import { patient } from '#test/patient.ts';

test('the chart of a server begins with the fifth reading, goes on after a pause with a gap, and has no lone dots', async () => {
  const { root, show } = await openWindow();
  const waits = 'The chart appears after a few readings.';
  const seconds = shallowRef([10]);
  show({
    render: () => {
      const recent = seconds.value.map((second) => ({ at: second * 1000, up: 1, down: 2 }));
      return h(ServerNow, { stats: { ...serverStats('de-1', 0), recent } });
    },
  });
  await expect.poll(() => root.text()).toContain(waits);
  seconds.value = [10, 20, 30, 40];
  await nextTick();
  expect(root.text()).toContain(waits);
  seconds.value = [10, 20, 30, 40, 50];
  await vi.waitFor(() => root.getComponent(TimeChart), patient);
  expect(root.text()).not.toContain('Gaps');
  seconds.value = [10, 20, 30, 40, 50, 75, 80, 200];
  await nextTick();
  const chart = await vi.waitFor(() => root.getComponent(TimeChart), patient);
  expect(chart.props('times')).toEqual(seconds.value.slice(0, -1));
  expect(chart.props('gap')).toBeLessThan(75 - 50);
  expect(root.text().match(/Gaps: /g)).toHaveLength(1);
  // What nothing points at may be older than the figures above.
  expect(chart.text()).not.toMatch(/\d/);
  expect(root.text()).not.toContain(waits);
});

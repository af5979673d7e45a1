import { expect, test, vi } from 'vitest';
import { h, nextTick, shallowRef } from 'vue';
import ServerNow from '#renderer/statistics/ServerNow.vue';
import TimeChart from '#renderer/ui/charts/TimeChart.vue';
import { serverStats } from '#test/contract/server-stats.ts';
import { openWindow } from '#test/renderer/lib/window-fixture.ts';
import { patient } from '#test/patient.ts';

test('the chart of a server begins with the second reading, ends with the newest, and is none of a server that is offline', async () => {
  const { root, show } = await openWindow();
  const waits = 'The chart appears after a few readings.';
  const seconds = shallowRef([10]);
  const status = shallowRef('up');
  show({
    render: () => {
      const recent = seconds.value.map((second) => ({ at: second * 1000, up: 1, down: 2 }));
      const stats = { ...serverStats('de-1', 0), recent, status: status.value };
      return h(ServerNow, { stats });
    },
  });
  await expect.poll(() => root.text()).toContain(waits);
  seconds.value = [10, 75];
  const chart = await vi.waitFor(() => root.getComponent(TimeChart), patient);
  expect(root.text()).not.toMatch(/Gaps|appears/);
  seconds.value = [10, 75, 400];
  await nextTick();
  expect(chart.props('times')).toEqual(seconds.value);
  expect(root.text().match(/Gaps: /g)).toHaveLength(1);
  // What nothing points at may be older than the figures above.
  expect(chart.text()).not.toMatch(/\d/);
  expect(root.text()).toContain('Uptime');
  status.value = 'down';
  await nextTick();
  expect(root.findComponent(TimeChart).exists()).toBe(false);
  expect(root.text()).toContain('The server is offline');
  expect(root.text()).not.toMatch(/Uptime|Gaps/);
});

import { expect, onTestFinished, test, vi } from 'vitest';
import { h, shallowRef } from 'vue';
import ServerNow from '#renderer/statistics/ServerNow.vue';
import { serverStats } from '#test/contract/server-stats.ts';
import { openWindow } from '#test/renderer/lib/window-fixture.ts';
import { patient } from '#test/patient.ts';

test('the line of a server begins anew after a pause, with the second reading', async () => {
  const { root, show, close } = await openWindow();
  onTestFinished(close);
  const waits = 'The line appears after the second reading.';
  const seconds = shallowRef([10, 20, 30, 600]);
  show({
    render: () => {
      const recent = seconds.value.map((second) => ({ at: second * 1000, up: 1, down: 2 }));
      return h(ServerNow, { stats: { ...serverStats('de-1', 0), recent } });
    },
  });
  await vi.waitFor(() => expect(root.text()).toContain(waits), patient);
  seconds.value = [...seconds.value, 610];
  await vi.waitFor(() => expect(root.text()).not.toContain(waits), patient);
});

import { expect, onTestFinished, test, vi } from 'vitest';
import CheckQuestion from '#renderer/checks/CheckQuestion.vue';
import { useChecksStore } from '#renderer/lib/stores/checks.ts';
import { openWindow } from '#test/renderer/lib/window-fixture.ts';
import { patient } from '#test/patient.ts';

test('the first check of a tunnel asks once, with what it contacts and what it may interrupt', async () => {
  const { main, pinia, root, show, close } = await openWindow({
    settings: { checksExplained: false },
  });
  onTestFinished(close);
  const checks = useChecksStore(pinia);
  const key = main.keyOf('Router');
  checks.askOne({ key, protocol: 'wg' });
  show(CheckQuestion);
  const form = await vi.waitFor(() => root.get('form'), patient);
  expect(form.text()).toContain('Culvert contacts the servers from this computer');
  expect(form.text()).toContain('A device that uses this connection now');
  expect(main.callsOf('checks.accept')).toEqual([]);
  await form.trigger('submit');
  await expect
    .poll(() => main.callsOf('checks.start'))
    .toEqual([{ keys: [key], interrupting: true }]);
  expect([checks.question, main.callsOf('checks.accept')]).toEqual([null, [{}]]);
});

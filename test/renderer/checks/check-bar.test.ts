import { mount } from '@vue/test-utils';
import { expect, test } from 'vitest';
import { nextTick } from 'vue';
import CheckBar from '#renderer/checks/CheckBar.vue';
import { useToastStore } from '#renderer/lib/stores/toast.ts';
import { noProgress, type CheckProgress } from '#contract/ipc/checks.ts';
import { answeredByMain, mounting, setMainState } from '#test/renderer/lib/window-fixture.ts';

/** The notice after a check of several that ends so. */
async function outcome(counts: Partial<CheckProgress>) {
  await answeredByMain();
  const { pinia, global } = await mounting();
  const progress = { ...noProgress, ...counts };
  setMainState(pinia, 'checks.changed', { ...progress, running: true });
  const bar = mount(CheckBar, { global });
  setMainState(pinia, 'checks.changed', progress);
  await nextTick();
  bar.unmount();
  return useToastStore(pinia).notice;
}

test.each([
  [
    { done: 40, total: 40, answered: 28, failed: 12 },
    'said',
    'Working from here: 28, not working: 12.',
  ],
  [
    { done: 40, total: 40, answered: 12, failed: 28, cause: 'dns-failed' },
    'refused',
    'Working from here: 12, not working: 28. Several servers’ names are not found here: try another network, such as mobile data, or another DNS server in this computer’s settings.',
  ],
  [
    { done: 10, total: 40, answered: 9, failed: 1, cause: 'reset' },
    'said',
    '10 of 40. Working from here: 9, not working: 1.',
  ],
  [{ done: 40, total: 40, failed: 40 }, 'refused', 'No answer from here. Checked: 40.'],
  [
    { done: 40, total: 40, failed: 39, cause: 'dns-failed' },
    'refused',
    'No answer from here. Checked: 40. Several servers’ names are not found here: try another network, such as mobile data, or another DNS server in this computer’s settings.',
  ],
  [
    { done: 2, total: 2, failed: 2, cause: 'offline' },
    'refused',
    'No answer from here. Checked: 2. This computer has no network.',
  ],
] as const)(
  'a check of several says what it found, as a success only where most work: %j',
  async (counts, kind, text) => {
    expect(await outcome(counts)).toEqual({ kind, text });
  },
);

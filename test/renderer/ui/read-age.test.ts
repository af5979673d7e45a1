import { mount } from '@vue/test-utils';
import { expect, test } from 'vitest';
import { defineComponent, h, ref } from 'vue';
import type { Failure } from '#contract/failure.ts';
import ReadAge from '#renderer/ui/ReadAge.vue';
import { providePageAge } from '#renderer/ui/page-age.ts';
import { useClockStore } from '#renderer/lib/stores/clock.ts';
import { mounting } from '#test/renderer/lib/window-fixture.ts';

const now = Date.UTC(2026, 0, 15);
const hour = 3_600_000;
const offline: Failure = { kind: 'offline', reason: 'unreachable' };
const forbidden: Failure = { kind: 'forbidden', status: 403 };

/** What a section says whose data is of this age, on a page that says the age `page` already. */
async function said(age: number, failure: Failure | null, page: number | null = null) {
  const { pinia, global } = await mounting();
  useClockStore(pinia).second = now;
  const Page = defineComponent({
    setup() {
      providePageAge(() => (page === null ? null : now - page));
      return () => h(ReadAge, { query: { fetchedAt: ref(now - age), error: ref(failure) } });
    },
  });
  return mount(Page, { global }).text();
}

test('A section shows its age only where it differs from that of its page', async () => {
  expect(await said(2 * hour, null)).toBe('Updated 2 hr ago');
  expect(await said(2 * hour, null, 2 * hour)).toBe('');
  expect(await said(3 * hour, null, 2 * hour)).toBe('Updated 3 hr ago');
});

test('An unreachable service is reported once, by the bar', async () => {
  expect(await said(2 * hour, offline)).toBe('Updated 2 hr ago');
  expect(await said(2 * hour, offline, 2 * hour)).toBe('');
});

test('Another failure is shown where it happened', async () => {
  expect(await said(2 * hour, forbidden, 2 * hour)).toBe('Could not be read again; from 2 hr ago');
});

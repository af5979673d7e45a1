import { flushPromises } from '@vue/test-utils';
import { describe, expect, test } from 'vitest';
import { ok } from '#contract/failure.ts';
import { noProgress } from '#contract/ipc/checks.ts';
import { useChecksStore } from '#renderer/lib/stores/checks.ts';
import { useInboxStore } from '#renderer/lib/stores/inbox.ts';
import { useServersStore } from '#renderer/lib/stores/servers.ts';
import { useSettingsStore } from '#renderer/lib/stores/settings.ts';
import { useStatsStore } from '#renderer/lib/stores/stats.ts';
import { openWindow } from '#test/renderer/lib/window-fixture.ts';
import { serverStats } from '#test/contract/server-stats.ts';

/** A window in which a command is answered when the test says. */
async function open(command: string) {
  const page = await openWindow();
  const answer = Promise.withResolvers<unknown>();
  const asked = Promise.withResolvers<null>();
  page.answer({
    [command]: () => {
      asked.resolve(null);
      return answer.promise;
    },
  });
  return {
    ...page,
    asked: asked.promise,
    arrive: async (value: unknown) => {
      answer.resolve(ok(value));
      await flushPromises();
    },
  };
}

describe('an answer that arrives after a newer event', () => {
  test('does not show a check that has ended as running', async () => {
    const page = await open('checks.start');
    const settings = useSettingsStore(page.pinia);
    await settings.set({ theme: 'dark' });
    const checks = useChecksStore(page.pinia);
    checks.ask(['config:1']);
    const ended = { ...noProgress, leftOut: 1 };
    page.main.send('checks.changed', ended);
    await page.arrive({ ...ended, running: true });
    expect([checks.progress, checks.shown]).toEqual([ended, true]);
  });

  test('does not take the statistics of a server back', async () => {
    const page = await open('stats.watch');
    const stats = useStatsStore(page.pinia);
    stats.start();
    stats.watchFocus('server:1');
    await page.asked;
    page.main.send('stats.changed', [serverStats('server:1', 2000)]);
    await page.arrive([serverStats('server:1', 1000), serverStats('server:2', 1000)]);
    expect([...stats.known.values()].map(({ server, fetchedAt }) => [server, fetchedAt])).toEqual([
      ['server:1', 2000],
      ['server:2', 1000],
    ]);
  });

  test('does not take back what was said while it was first read', async () => {
    const page = await open('servers.get');
    const servers = useServersStore(page.pinia);
    await page.asked;
    const state = { state: 'usable', online: 'online', since: 5 } as const;
    page.main.send('servers.changed', [{ id: 3, state, reboot: null }]);
    await page.arrive([{ id: 3, state: { ...state, state: 'down' }, reboot: null }]);
    expect(servers.stateOf(3)).toEqual(state);
  });
});

test('the state of an account is never shown for another, which reads its own', async () => {
  const page = await openWindow({ service: (control) => (control.account().notifications = []) });
  const inbox = useInboxStore(page.pinia);
  const item = { id: 'one', content: 'Hello', receivedAt: 1, read: false };
  page.main.send('inbox.changed', { items: [item], unread: 1, mayBeMissing: false, failure: null });
  expect(inbox.unread).toBe(1);
  page.switchTo('a2');
  expect(inbox.state).toBeUndefined();
  await expect.poll(() => inbox.state?.items).toEqual([]);
  page.main.send('inbox.changed', { items: [item], unread: 1, mayBeMissing: false, failure: null });
  page.switchTo('a1');
  expect(inbox.state).toBeUndefined();
});

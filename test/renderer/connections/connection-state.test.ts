import { mount, shallowMount } from '@vue/test-utils';
import { describe, expect, test } from 'vitest';
import { computed } from 'vue';
import type { ConnectionRow } from '#contract/ipc/connections.ts';
import type { ServerStats } from '#contract/ipc/stats.ts';
import ServerFigures from '#renderer/statistics/ServerFigures.vue';
import ConnectionsRow from '#renderer/connections/ConnectionsRow.vue';
import { useClockStore } from '#renderer/lib/stores/clock.ts';
import type { StateOfConnection } from '#contract/rules/connection-state.ts';
import { useSyncStore } from '#renderer/lib/stores/sync.ts';
import { mounting, setMainState } from '#test/renderer/lib/window-fixture.ts';
import { connectionRow } from '#test/contract/connection-row.ts';
import { serverStats } from '#test/contract/server-stats.ts';

const now = Date.UTC(2026, 0, 15);
const day = 24 * 3600;

const row = connectionRow({
  key: 'cloud:3:45',
  source: 'cloud',
  state: { state: 'usable', online: 'online', since: now },
  expiresAt: now / 1000 + 30 * day,
  autoRenewal: false,
  server: 'cloud:3',
});

const sample = (status: string, fetchedAt: number): ServerStats => ({
  ...serverStats('cloud:3', fetchedAt),
  status,
});

async function plugins(offline = false) {
  const { pinia, global } = await mounting();
  setMainState(pinia, 'sync.changed', {
    ...useSyncStore(pinia).state,
    network: offline ? 'offline' : 'online',
    refreshedAt: now - 5 * 60_000,
  });
  useClockStore(pinia).second = now;
  return { pinia, global };
}

async function shownRow(
  state: Partial<StateOfConnection>,
  more: Partial<ConnectionRow> = {},
  search = '',
) {
  const { global } = await plugins();
  const shown = mount(ConnectionsRow, {
    props: {
      row: { ...row, ...more, state: { ...row.state, ...state } },
      position: 0,
      current: false,
      selected: null,
      now,
      stats: sample('up', now - 1000),
      search,
    },
    global,
  });
  const presence = shown.find('[data-state]');
  const check = shown.find('[data-check]');
  const note = shown.find('[data-note]');
  return {
    note: note.exists() ? [note.text(), note.get('mark').text()] : null,
    check: check.exists() ? check.text() : '',
    said: presence.exists() ? presence.text() : '',
    detail: presence.exists() ? presence.attributes('title') : '',
    load: shown.get('[data-load]').text(),
    until: shown.get('[data-expiry]').text(),
  };
}

describe('a row of the list', () => {
  test('says that its connection is online, with the load of its server', async () => {
    const shown = await shownRow({});
    expect(shown.said).toBe('Online');
    expect(shown.load).toContain('20');
  });

  test('says what a check found a moment ago in place of its state, and half an hour later beside it, with the load', async () => {
    const failed = { result: { outcome: 'no-answer' }, at: now - 1000 } as const;
    const fresh = await shownRow({}, { check: failed });
    expect(fresh).toMatchObject({ check: 'No answer', said: '' });
    expect(fresh.load).toContain('20');
    const aged = (minutes: number) =>
      shownRow({}, { check: { ...failed, at: now - minutes * 60_000 } });
    expect(await aged(25)).toMatchObject({ check: 'No answer · 25 min ago', said: '' });
    expect(await aged(40)).toMatchObject({
      check: 'No answer · 40 min ago',
      said: 'Server online',
    });
  });

  test('says beside what a check found that the service calls its server offline', async () => {
    const state = { state: 'down', online: 'offline' } as const;
    for (const outcome of ['no-answer', 'offline'] as const) {
      const check = { result: { outcome }, at: now - 1000 } as const;
      expect((await shownRow(state, { check })).said).toBe('Offline');
    }
  });

  test('says once that it is expired, whatever its server does', async () => {
    const shown = await shownRow({ state: 'expired' }, { expiresAt: now / 1000 - 3 * day });
    expect(shown).toMatchObject({ said: 'Expired', load: '' });
    expect(shown.until).not.toContain('xpired');
  });

  test('shows its note where the words of the search are in that, and marks them', async () => {
    const noted = { note: 'For Anna, until May' };
    expect((await shownRow({}, noted, 'anna')).note).toEqual(['For Anna, until May', 'Anna']);
    expect((await shownRow({}, noted)).note).toBeNull();
  });

  test('shows no load of a server that is down or rebooting', async () => {
    const down = await shownRow({ state: 'down', online: 'offline' });
    expect(down).toMatchObject({ said: 'Offline', load: '' });
    expect(await shownRow({ state: 'rebooting' })).toMatchObject({ said: 'Rebooting', load: '' });
  });

  test('shows the last known state where nothing recent is known', async () => {
    const shown = await shownRow({ state: 'unknown', since: now - 5 * 60_000 });
    expect(shown).toMatchObject({
      said: 'Was online 5 min ago',
      detail: 'Was online 5 min ago',
      load: '',
    });
  });
});

describe('the load of a server', () => {
  async function isLive(facts: { status?: string; offline?: boolean; rebooting?: boolean }) {
    const { pinia, global } = await plugins(facts.offline);
    const reboot = facts.rebooting === true ? { startedAt: now - 1000, wentDown: false } : null;
    setMainState(pinia, 'servers.changed', [{ id: 3, state: row.state, reboot }]);
    const stats = sample(facts.status ?? 'up', now - 3000);
    const reading = { statistics: computed(() => stats), failure: computed(() => null) };
    const shown = shallowMount(ServerFigures, { props: { reading }, global });
    const figures = shown.findAll('dd').map((figure) => figure.text());
    expect(figures.every((figure) => figure === '–')).toBe(facts.status === 'down');
    return shown.find('[data-stats-live]').exists();
  }

  test('is live only while the service is reached and the server serves, and has no figures while that is offline', async () => {
    expect(await isLive({})).toBe(true);
    expect(await isLive({ offline: true })).toBe(false);
    expect(await isLive({ rebooting: true })).toBe(false);
    expect(await isLive({ status: 'down' })).toBe(false);
  });
});

import type { VueWrapper } from '@vue/test-utils';
import { h, ref } from 'vue';
import { expect, test, vi } from 'vitest';
import { ok } from '#contract/failure.ts';
import ConnectionsDetail from '#renderer/connections/ConnectionsDetail.vue';
import CheckBar from '#renderer/checks/CheckBar.vue';
import ConnectionView from '#renderer/connection/ConnectionView.vue';
import { useToastStore } from '#renderer/lib/stores/toast.ts';
import { useConnectionsStore } from '#renderer/lib/stores/connections.ts';
import { useClockStore } from '#renderer/lib/stores/clock.ts';
import { patient } from '#test/patient.ts';
import { cutEverything } from '#test/renderer/scenes/checks.ts';
import { check, checkFound, troubles } from '#test/renderer/scenes/why.ts';
import { openWindow } from '#test/renderer/lib/window-fixture.ts';
import type { Setup } from '#test/renderer/window/main-process.ts';
import { openView } from './view-fixture.ts';

test('a place that is the title of its connection is not said again', async () => {
  const { root } = await openView('Москва 2');
  expect(root.get('h2').text()).toContain('Белый интернет · Москва 2');
  const state = root.get('[data-state-line]').text();
  expect(state).toContain('VLESS');
  expect(state).not.toContain('Москва');
});

test('what has expired says so once, and its one filled button renews it', async () => {
  const { root } = await openView('Phone', troubles.expired.setup);
  const renew = await vi.waitFor(() => root.get('[data-renew]'), patient);
  expect(root.text().split('Expired')).toHaveLength(2);
  const buttons = root.findAll('button');
  expect(buttons.filter((button) => button.text().startsWith('Renew'))).toHaveLength(1);
  expect(root.findAll('button.bg-primary:not([role=switch])')).toHaveLength(1);
  await renew.trigger('click');
  await expect.poll(() => root.get('[aria-label=Renewal]').text()).toMatch(/Renew to/);
});

test('statistics that nothing reads while refreshing is paused do not seem to be on their way', async () => {
  const { root } = await openView('Ноутбук, дом', {
    before: (main) => main.ask('sync.pause', { paused: true }),
  });
  await expect.poll(() => root.text()).toContain('Not read yet: refreshing is paused.');
});

test('without a network the question before a check says so', async () => {
  const { root } = await openView('Ноутбук, дом', { before: (main) => main.goOffline(60_000) });
  await root.get('[data-check-one]').trigger('click');
  const said = 'The service cannot be reached now. Without a network a check finds only that.';
  await expect.poll(() => root.get('[role=group]').text()).toContain(said);
});

test.each([
  ['Ноутбук, дом', true, 'It connects with this key'],
  ['Парсер', false, 'Only a proxy’s login is sent.'],
])('the question before the first check says what concerns it alone: %s', async (title, ...of) => {
  const [interrupts, said] = of;
  const { root, select } = await openView(title, { settings: { checksExplained: false } });
  await root.get('[data-check-one]').trigger('click');
  const question = await vi.waitFor(
    () => root.get('[role=group][aria-labelledby]').text(),
    patient,
  );
  expect(question).toContain(`sees which. ${said}`);
  expect(question.includes('half a minute')).toBe(interrupts);
  await select('Guest');
  await select(title);
  expect(root.find('[role=group][aria-labelledby]').exists()).toBe(false);
});

/** No change is known to help it: the service fixes its country. */
const stuck = (title: string): Setup => ({
  service: (control) => {
    const config = control.account().configs.find((each) => each.title === title);
    Object.assign(config ?? {}, { flags: ['noChangeCountry'] });
  },
  before: async (main) => {
    cutEverything(main);
    await check(main, title);
  },
});
const mainButton = (root: VueWrapper) => root.get('[data-initial-focus]');

const filled = (root: VueWrapper) => root.findAll('button.bg-primary:not([role=switch])');

test('the first button copies, also after a check that failed: what helps is the filled one then, and has its own place', async () => {
  const { root, main } = await openView('Phone');
  const [copy] = filled(root);
  expect(copy?.attributes('data-copy')).toBeDefined();
  const said = copy?.text();
  expect(said).toMatch(/^Copy /);
  cutEverything(main);
  await check(main, 'Phone');
  await vi.waitFor(
    () => expect(filled(root).map((each) => each.text())).toEqual(['Make it work']),
    patient,
  );
  expect(root.findAll('[data-secret] button')[0]?.element).toBe(copy?.element);
  expect(copy?.text()).toBe(said);
});

test('beside rows that are selected, whose bar has the filled button, the page has none', async () => {
  const { root, show, pinia } = await openWindow();
  const connections = useConnectionsStore(pinia);
  await connections.readOnce();
  const [current] = connections.find({ search: 'Guest' });
  const beside = ref(false);
  show(() =>
    h(ConnectionsDetail, {
      current: current ?? null,
      closable: false,
      reading: false,
      beside: beside.value,
    }),
  );
  await vi.waitFor(() => expect(filled(root)).toHaveLength(1), patient);
  beside.value = true;
  await vi.waitFor(() => expect(filled(root)).toHaveLength(0), patient);
});

test('what fails from here and no change is known to help still has a next step, and the word of the service', async () => {
  const { root, pinia, openWhy, select } = await openView(
    'Офис, принтер',
    stuck('Офис, принтер'),
    CheckBar,
  );
  const why = await vi.waitFor(() => root.get('[data-why]').text(), patient);
  expect(why).toMatch(/^It does not work from here.*Checked .*$/);
  await vi.waitFor(() => root.get('[data-repair-plan]').trigger('click'), patient);
  const plan = await vi.waitFor(() => {
    const shown = root.get('[data-repair]');
    expect(shown.text()).toMatch(
      /^No helpful change found\. Looked for: another protocol, another server\. Its country is fixed\./,
    );
    return shown;
  }, patient);
  expect(plan.get('a').attributes('href')).toBe('/shop/configs');
  expect(root.find('[data-repair-plan]').exists()).toBe(false);
  // The page says what its check found; a toast would say it again, without what was left out.
  expect(useToastStore(pinia).notice).toBeNull();
  expect(mainButton(root).text()).toBe('Find one that works');
  openWhy();
  await vi.waitFor(() => root.get('[data-next-working]'), patient);
  const tried = /Tried .*: \S+:\d+ — .*, connected, handshake failed.*By the service: Offline/s;
  expect(root.get('[data-why-facts]').text()).toMatch(tried);
  await select('Guest');
  await select('Офис, принтер');
  await expect.poll(() => root.text()).toContain('No helpful change found.');
  expect(root.text()).not.toContain('Make it work');
  // Another server would be a change that helps.
  expect(root.text()).not.toContain('Move to another server…');
});

test('no change is offered of what the service changes nothing of', async () => {
  const { root } = await openView('Парсер', {
    before: async (main) => {
      cutEverything(main);
      await checkFound(main, 'Парсер');
    },
  });
  await expect.poll(() => root.text()).toContain('does not work from here');
  expect(root.find('[data-repair-plan]').exists()).toBe(false);
});

test('asking why leaves the state where it is while no cause was found', async () => {
  const { title, setup } = troubles.unclear;
  const { root, openWhy } = await openView(title, setup);
  const state = () => root.get('[data-verdict]').text();
  const before = state();
  expect(before).toContain('Online');
  openWhy();
  await expect.poll(() => root.get('[data-why-facts]').text()).toContain('No cause found');
  expect(state()).toBe(before);
  await root.get('[data-check-one]').trigger('click');
  await expect.poll(state).not.toBe(before);
});

test('where no name is found of all servers of an account another network is advised, and no purchase', async () => {
  const titles = ['A1', 'B2'];
  const { root } = await openView('A1', {
    service: (control) => {
      const account = control.account();
      account.configs = account.configs.slice(0, titles.length);
      Object.assign(account, { cloud_servers: [], paid_options: [] });
      for (const [n, config] of account.configs.entries()) {
        const connection_url = `vless://a@s${String(n)}.example.com:443`;
        Object.assign(config, { title: titles[n], protocol: 'vless', connection_url });
      }
    },
    before: async (main) => {
      main.sockets.lookup = () => Promise.resolve({ kind: 'failed', reason: 'name-not-found' });
      await check(main, ...titles);
    },
  });
  const said = () => root.get('[data-verdict]').text();
  await expect.poll(said).toContain('try another network');
  await expect.poll(() => filled(root).map((each) => each.text())).toEqual(['Check again']);
});

test('the only connection of an account is moved while its server is offline, and where no change helps a purchase is no more than a link', async () => {
  const title = 'Офис, принтер';
  const { root, main, openWhy } = await openView(title, {
    service: (control) => {
      stuck(title).service?.(control);
      const account = control.account();
      account.configs = account.configs.filter((each) => each.title === title);
      account.cloud_servers = [];
      account.paid_options = [];
    },
  });
  const offered = (label: string) => expect.poll(() => mainButton(root).text()).toBe(label);
  await offered('Move to another server…');
  await mainButton(root).trigger('click');
  await expect.poll(() => document.activeElement?.id).toMatch(/-settings$/);
  await stuck(title).before?.(main);
  await offered('Make it work');
  openWhy();
  const next = await vi.waitFor(() => root.get('[data-next-working]'), patient);
  expect(next.text()).toContain('You have no other connection.');
  // To make it work looks for another server itself.
  expect(root.text()).not.toContain('Move to another server');
  await mainButton(root).trigger('click');
  await offered('Check again');
  expect(root.get('[data-repair] a').text()).toBe('Buy one in another place');
  expect(root.text()).not.toMatch(/Move to another server|no other connection/);
});

test('a Telegram proxy that refuses its secret leads to a new one, and nothing claims that no other connection is there', async () => {
  const window = await openWindow({
    service: (control) => {
      for (const server of control.account().cloud_servers) {
        server.proxies = server.proxies.filter(({ protocol }) => protocol !== 'mtproto');
      }
      for (const config of control.account().configs) config.subconfig = null;
    },
  });
  const connections = useConnectionsStore(window.pinia);
  await connections.readOnce();
  const [{ key } = { key: '' }] = connections.find({ search: 'Telegram' });
  const check = {
    result: { outcome: 'login-refused' as const },
    at: useClockStore(window.pinia).now(),
  };
  const detail = { ...(await window.main.ask('connections.get', { key })), check };
  window.answer({ 'connections.get': () => ok(detail) });
  window.show({ render: () => h(ConnectionView, { selected: detail }) });
  connections.explain(key);
  const { root } = window;
  const offered = () => expect(mainButton(root).text()).toBe('Make a new one on the server');
  await vi.waitFor(offered, patient);
  const next = await vi.waitFor(() => root.get('[data-next-working]').text(), patient);
  expect(next).toBe('Only another MTProto connection can replace it, and you have none to use.');
  await mainButton(root).trigger('click');
  const { router } = window;
  await expect.poll(() => router.currentRoute.value.query).toEqual({ cloud: 'mtproto' });
  expect(router.currentRoute.value.path).toMatch(/^\/cloud-servers\/\d+$/);
});

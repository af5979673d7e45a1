import { expect, test, vi } from 'vitest';
import { ProbeFault } from '#core/kernel/ports.ts';
import AppToast from '#renderer/app/AppToast.vue';
import CheckBar from '#renderer/checks/CheckBar.vue';
import { useChecksStore } from '#renderer/lib/stores/checks.ts';
import { patient } from '#test/patient.ts';
import { openWindow } from '#test/renderer/lib/window-fixture.ts';
import { checkUntilOver, cutEverything } from '#test/renderer/scenes/checks.ts';
import { openView } from './view-fixture.ts';

/** The connection is checked, and does not work from here; what else helps is opened. */
async function openFailed(
  prepare: (view: Awaited<ReturnType<typeof openView>>) => void = () => undefined,
) {
  const view = await openView('Phone');
  prepare(view);
  await view.root.get('[data-check-one]').trigger('click');
  await view.says(/does not work from here|Cut/);
  view.openWhy();
  await vi.waitFor(() => view.root.get('[data-next-action]'), patient);
  return view;
}

test('a check of one tunnel says what it may interrupt, and its result stands in its detail', async () => {
  const { main, root, press, says } = await openView('Router');
  await root.get('[data-check-one]').trigger('click');
  await says('It connects with this key');
  expect(main.callsOf('checks.start')).toEqual([]);
  await press('Check anyway');
  await says('No answer: the server is off');
  expect(main.callsOf('checks.start')).toEqual([
    { keys: [main.keyOf('Router')], interrupting: true },
  ]);
});

test('one action after a failed check finds another that works, is stopped where it was begun, and then copies it', async () => {
  const { main, root, says, copied } = await openFailed();
  const connect = main.sockets.connect.bind(main.sockets);
  main.sockets.connect = () => new Promise(() => undefined);
  root.get<HTMLElement>('[data-next-action]').element.focus();
  // Each step is taken where the last one was: the keyboard stays there.
  const act = () => (document.activeElement as HTMLElement).click();
  act();
  await says('1 of 5');
  act();
  await expect.poll(() => root.text()).not.toContain('1 of 5');
  expect(await main.ask('checks.get', {})).toMatchObject({ running: false, done: 0 });
  main.sockets.connect = connect;
  act();
  await says('Try instead');
  const [, , search] = main.callsOf('checks.start') as { keys: string[]; firstAnswer: boolean }[];
  expect(search?.firstAnswer).toBe(true);
  expect(search?.keys).toHaveLength(5);
  expect(search?.keys).not.toContain(main.keyOf('Phone'));
  const found = root.get('[data-next-working] a').attributes('href')?.split('/').at(-1);
  act();
  await copied(found);
});

test('a search that finds nothing says so, and the next one continues with others', async () => {
  const { main, root, says } = await openFailed(({ main: own }) => {
    cutEverything(own);
  });
  const action = () => root.get('[data-next-action]');
  await action().trigger('click');
  await says('No answer from here. Checked: 5.');
  expect(action().text()).toContain('Check others');
  while (!root.text().includes('No others are left to check')) {
    const before = main.callsOf('checks.start').length;
    await action().trigger('click');
    await expect.poll(() => main.callsOf('checks.start').length).toBe(before + 1);
    await expect.poll(async () => (await main.ask('checks.get', {})).running).toBe(false);
    await says(/Check others|No others are left to check/);
  }
  const searches = main.callsOf('checks.start').slice(1) as { keys: string[] }[];
  const keys = searches.flatMap((each) => each.keys);
  expect(new Set(keys).size).toBe(keys.length);
});

test('the page of a connection offers the one that worked last if there is no network, and copies it', async () => {
  const { main, root, openWhy, says, press, copied } = await openView('Phone', {
    ago: 37 * 60_000,
    before: async (main) => {
      await checkUntilOver(main, ['Phone', 'Guest']);
      main.sockets.connect = () => Promise.reject(new ProbeFault('offline'));
      await main.goOffline(60_000);
    },
  });
  openWhy();
  await says(/Worked last:Guest3[67] min/);
  await root.get('[data-next-action]').trigger('click');
  await says('This computer has no network');
  await press('Copy');
  await copied(main.keyOf('Guest'));
});

test('a page says how often its connection worked in this network', async () => {
  const { main, root, openWhy, says } = await openView('Guest', {
    before: async (main) => {
      await checkUntilOver(main, ['Guest']);
      cutEverything(main);
      await checkUntilOver(main, ['Guest']);
    },
  });
  openWhy();
  await says('In this network: worked 1 of 2 times');
  const [network] = await main.ask('checks.networks', {});
  await main.ask('checks.nameNetwork', { id: network?.id ?? 0, name: 'Home' });
  await root.get('[data-check-one]').trigger('click');
  await says('At “Home”: worked 1 of 3 times');
});

test('a search for one to copy ends with the words that none works, not with a count of checks', async () => {
  const { main, pinia, root, show } = await openWindow({
    before: (own) => own.ask('checks.accept', {}),
  });
  cutEverything(main);
  show(AppToast);
  const checks = useChecksStore(pinia);
  const toast = () =>
    root
      .findAll('[data-toast]')
      .map((each) => each.text())
      .join();
  await checks.copyWorking();
  await expect.poll(toast).toContain('None that was checked works from here');
  // The bar is loaded on demand, which can take longer than the search.
  show(CheckBar);
  await expect.poll(() => checks.shown).toBe(false);
  expect(toast()).not.toMatch(/Checked:|not working:/);
  // The outcome of a check that is asked for is said again.
  checks.ask([main.keyOf('Phone'), main.keyOf('Desktop')]);
  await expect.poll(toast).toMatch(/^No answer from here\. Checked: 2\./);
  // Nothing answered: that is no success.
  expect(root.find('[data-toast] [role=alert]').exists()).toBe(true);
});

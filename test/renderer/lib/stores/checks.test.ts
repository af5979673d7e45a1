import { expect, test, vi } from 'vitest';
import { h } from 'vue';
import { ok } from '#contract/failure.ts';
import CheckOutcome from '#renderer/checks/CheckOutcome.vue';
import CheckQuestion from '#renderer/checks/CheckQuestion.vue';
import { useChecksStore } from '#renderer/lib/stores/checks.ts';
import { useConnectionsStore } from '#renderer/lib/stores/connections.ts';
import { openWindow } from '#test/renderer/lib/window-fixture.ts';
import { patient } from '#test/patient.ts';

test('many are checked after the user has said how many, with how long all of them take', async () => {
  const { main, pinia, root, show } = await openWindow();
  const checks = useChecksStore(pinia);
  const key = main.keyOf('Phone');
  const keys = [key, ...Array.from({ length: 3199 }, (_, n) => `config:9${String(n)}`)];
  show(CheckQuestion);
  checks.ask(keys);
  const form = await vi.waitFor(() => root.get('[role=group]'), patient);
  expect(form.text()).toContain('3,200 connections. Checking all of them takes up to 16 min');
  expect(main.callsOf('checks.start')).toEqual([]);
  await form.get('button').trigger('click');
  await expect.poll(() => main.callsOf('checks.start')).toHaveLength(1);
  checks.ask(keys);
  const button = () => root.findAll('button').find((each) => each.text() === 'Check all 3,200');
  const all = await vi.waitFor(() => button() ?? expect.fail(), patient);
  await all.trigger('click');
  await expect.poll(() => main.callsOf('checks.start')).toHaveLength(2);
  const counts = main
    .callsOf('checks.start')
    .map((input) => (input as { keys: string[] }).keys.length);
  expect(counts).toEqual([50, 3200]);
  // A few are checked at once.
  checks.ask([key]);
  await expect.poll(() => main.callsOf('checks.start')).toHaveLength(3);
});

test('what a check of several leaves out is said before it, and is offered alone with its warning', async () => {
  const { main, pinia, root, show } = await openWindow();
  const checks = useChecksStore(pinia);
  const [tunnel, other] = [main.keyOf('Router'), main.keyOf('Phone')];
  await vi.waitFor(() => expect(useConnectionsStore(pinia).count).toBeGreaterThan(3), patient);
  show(CheckQuestion);
  checks.ask([tunnel, other, ...Array.from({ length: 59 }, (_, n) => `config:9${String(n)}`)]);
  const form = await vi.waitFor(() => root.get('[role=group]'), patient);
  expect(form.text()).toContain('60 connections. Checking all');
  expect(form.text()).toContain('1 left out: a check of WireGuard');
  await form.get('button').trigger('click');
  await expect.poll(() => main.callsOf('checks.start')).toHaveLength(1);
  const [first] = main.callsOf('checks.start') as { keys: string[] }[];
  expect(first?.keys).toHaveLength(50);
  expect(first?.keys).not.toContain(tunnel);
  checks.ask([tunnel]);
  await expect.poll(() => root.text()).toContain('It connects with this key');
  await root.get('[role=group] button').trigger('click');
  await expect.poll(() => main.callsOf('checks.start')[1]).toMatchObject({ interrupting: true });
});

test('the first check of a tunnel asks once, with what it contacts and what it may interrupt', async () => {
  const { main, pinia, root, show } = await openWindow({
    settings: { checksExplained: false },
  });
  const checks = useChecksStore(pinia);
  const key = main.keyOf('Router');
  checks.askOne({ key, protocol: 'wg' });
  show(CheckQuestion);
  const form = await vi.waitFor(() => root.get('[role=group]'), patient);
  expect(form.text()).toContain('Culvert contacts servers directly');
  expect(form.text()).toContain('It connects with this key');
  expect(main.callsOf('checks.accept')).toEqual([]);
  await form.get('button').trigger('click');
  await expect
    .poll(() => main.callsOf('checks.start'))
    .toEqual([{ keys: [key], interrupting: true }]);
  expect([checks.question, main.callsOf('checks.accept')]).toEqual([null, [{}]]);
});

test('a check that the user withdraws while their first answer is kept does not begin', async () => {
  const { main, pinia, answer } = await openWindow({ settings: { checksExplained: false } });
  const checks = useChecksStore(pinia);
  const kept = Promise.withResolvers<unknown>();
  answer({ 'checks.accept': () => kept.promise });
  checks.ask([main.keyOf('Phone')]);
  const confirmed = checks.confirm();
  checks.question = null;
  kept.resolve(ok(null));
  await confirmed;
  expect(main.callsOf('checks.start')).toEqual([]);
});

test('a check that the network began opens nothing', async () => {
  const { main, pinia } = await openWindow();
  const checks = useChecksStore(pinia);
  const progress = { ...(await main.ask('checks.get', {})), running: true };
  for (const automatic of [true, false]) {
    main.send('checks.changed', { ...progress, automatic });
    await expect.poll(() => checks.progress.automatic).toBe(automatic);
    expect(checks.shown).toBe(!automatic);
    main.send('checks.changed', { ...progress, running: false });
    await expect.poll(() => checks.progress.running).toBe(false);
  }
});

test('offline, what was found before is said as past, with its age', async () => {
  const { main, root, show } = await openWindow();
  const at = Date.now() - 5 * 60_000;
  const check = { result: { outcome: 'answers', ms: 42, depth: 'port' }, at } as const;
  show(() => h(CheckOutcome, { check, leads: true, whole: true }));
  await expect.poll(() => root.text()).toBe('Answers from here · 42 ms');
  const sync = await main.ask('sync.get', {});
  main.send('sync.changed', { ...sync, network: 'offline', offlineSince: Date.now() });
  await expect.poll(() => root.text()).toMatch(/^Answered · 42 ms · [45] min ago$/);
  main.send('sync.changed', { ...sync, network: 'offline', offlineSince: at - 1000 });
  await expect.poll(() => root.text()).toBe('Answers from here · 42 ms');
});

import { expect, test, vi } from 'vitest';
import { h } from 'vue';
import { TransportError } from '#core/kernel/ports.ts';
import AppStatus from '#renderer/app/AppStatus.vue';
import BatchPanel from '#renderer/batches/BatchPanel.vue';
import { useBatchesStore } from '#renderer/lib/stores/batches.ts';
import { patient } from '#test/patient.ts';
import { eventually } from '#test/renderer/eventually.ts';
import { cutEverything } from '#test/renderer/scenes/checks.ts';
import { openView } from './view-fixture.ts';

/** The panel that asks before a change is put back. */
const panel = () => {
  const { intent } = useBatchesStore();
  return intent === null ? null : h(BatchPanel, { intent });
};

/** The page of a connection that fails from here, and what it says about a repair. */
async function openFailed() {
  const view = await openView('Phone', {}, panel, AppStatus);
  await view.root.get('[data-check-one]').trigger('click');
  await view.button('Make it work');
  const repair = () => view.root.find('[data-repair]');
  return {
    ...view,
    repair,
    repairSays: (words: string | RegExp) =>
      expect.poll(() => (repair().exists() ? repair().text() : '')).toMatch(words),
  };
}

test('what does not answer after it was changed either is said, and can be put back', async () => {
  const { main, root, repair, repairSays, press, select } = await openFailed();
  const phone = main.account.configs.find(({ title }) => title === 'Phone');
  const before = phone?.protocol;
  await press('Make it work');
  await repairSays('Change it');
  // What it led to is the filled button now.
  expect(root.findAll('button').map((each) => each.text())).not.toContain('Make it work');
  cutEverything(main);
  await press('Change it');
  await eventually(main, () => repair().text()).toMatch(
    /It does not answer from here\. The old link does not come back/,
  );
  expect(phone?.protocol).not.toBe(before);
  // It stays on the page of its connection alone, however long one is elsewhere.
  await select('Guest');
  expect(repair().exists()).toBe(false);
  await select('Phone');
  await press('Undo 1');
  const undo = await vi.waitFor(() => {
    const found = document.querySelector<HTMLElement>('[data-batch-panel] [data-initial-focus]');
    expect(found?.textContent.trim()).toBe('Undo 1');
    expect(found?.getAttribute('aria-disabled')).not.toBe('true');
    return found;
  }, patient);
  undo?.click();
  await eventually(main, () => phone?.protocol).toBe(before);
  const { questions } = main.machine.consentDialog;
  expect(questions.filter(({ kind }) => kind === 'repair')).toHaveLength(2);
});

test('what works after it was changed is said once, with one way back', async () => {
  const { main, root, repair, press } = await openFailed();
  await press('Make it work');
  await press('Change it');
  const said = 'Changed, and it answers from here.Undo 1';
  await eventually(main, () => repair().text()).toBe(said);
  await expect.poll(() => root.text().split('Undo 1')).toHaveLength(2);
  expect(root.text().split('Changed, and')).toHaveLength(2);
});

test('without the service it says so, and looks again once it is back', async () => {
  const { main, repairSays, press } = await openFailed();
  main.unreachable = new TransportError('unreachable', false);
  await press('Make it work');
  await repairSays('Check the network, or use another.');
  main.unreachable = undefined;
  await press('Try again');
  await repairSays('Change it');
});

test('while the service asks to wait, that is said, and it is looked again after it', async () => {
  const { main, repair, press, says } = await openFailed();
  const soon = () =>
    expect.poll(() => {
      // It ends once the call does.
      void main.advance(10_000);
      return repair().text();
    });
  main.service.setFaults(['configs.availableServers:429']);
  await press('Make it work');
  await says('limit is reached');
  await soon().toMatch(/Too many requests for now/);
  expect(repair().findAll('li')).toEqual([]);
  main.service.setFaults([]);
  await main.advance(120_000);
  await repair().get('button').trigger('click');
  await soon().toMatch('Change it');
});

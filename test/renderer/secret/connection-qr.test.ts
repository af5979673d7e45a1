import { expect, onTestFinished, test, vi } from 'vitest';
import { h } from 'vue';
import { clientsOf } from '#contract/connections/primary-form.ts';
import ConnectionQr from '#renderer/secret/ConnectionQr.vue';
import ConnectionView from '#renderer/connection/ConnectionView.vue';
import { useConnectionsStore } from '#renderer/lib/stores/connections.ts';
import { openWindow } from '#test/renderer/lib/window-fixture.ts';
import { patient } from '#test/patient.ts';

async function openRow(title: string) {
  const { main, pinia, show, root } = await openWindow();
  const connections = useConnectionsStore(pinia);
  await connections.readOnce();
  return { row: connections.rowOf(main.keyOf(title)) ?? expect.fail(), show, root };
}
const offered = () =>
  [...document.querySelectorAll('[role=dialog] label')].map(({ textContent }) =>
    textContent.trim(),
  );

test('the code of a WireGuard connection is first for WireGuard, not for another app that scans it', async () => {
  const { row, show } = await openRow('Router');
  const another = '<div role="dialog"><input type="radio" checked /></div>';
  document.body.insertAdjacentHTML('afterbegin', another);
  onTestFinished(() => document.querySelector('[role=dialog]')?.remove());
  show(() => h(ConnectionQr, { row, named: null }));
  const chosen = () =>
    document.querySelector<HTMLInputElement>('[role=dialog] label [type=radio]:checked');
  await expect.poll(() => chosen()?.closest('label')?.textContent.trim()).toBe('WireGuard');
  expect(document.activeElement).toBe(chosen());
});

test.each(['Ноутбук, дом', 'Router', 'Phone'])(
  'the apps that a code of %s is for are those of "Works with" that scan it, from the page and from its row',
  async (title) => {
    const { row, show, root } = await openRow(title);
    show(() => h(ConnectionView, { selected: row }));
    const line = () => /Works with ([^.]+)Compatibility/.exec(root.text()) ?? expect.fail();
    const [, works = ''] = await vi.waitFor(line, patient);
    const named = works.split(', ').map((name) => name.replace(/ \(.*/, '').trim());
    const scanning = named.filter((name) => clientsOf(row, 'scan').some((each) => each === name));
    expect(scanning.length).toBeGreaterThan(1);
    await root.get('[data-qr-open]').trigger('click');
    await expect.poll(offered, patient).toEqual(scanning);
    show(() => h(ConnectionQr, { row, named: null }));
    await expect.poll(offered, patient).toEqual(scanning);
  },
);

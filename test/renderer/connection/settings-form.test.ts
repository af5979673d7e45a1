import { flushPromises, mount } from '@vue/test-utils';
import { PiniaColada } from '@pinia/colada';
import { describe, expect, test, vi } from 'vitest';
import { ok } from '#contract/failure.ts';
import { sourceOf } from '#contract/connections/sources.ts';
import SettingsForm from '#renderer/connection/SettingsForm.vue';
import { useUnsavedStore } from '#renderer/lib/stores/unsaved.ts';
import { patient } from '#test/patient.ts';
import { answeredByMain, mounting } from '#test/renderer/lib/window-fixture.ts';
import { openView } from './view-fixture.ts';

/** The form of a configuration on a server that has no room for another. */
async function form(protocol = 'vless') {
  const { main, culvert } = await answeredByMain();
  const sent: unknown[] = [];
  const call = (name: string, input: unknown): Promise<unknown> => {
    if (name !== 'paidOptions.changeConfigSettings') return culvert.call(name, input);
    sent.push(input);
    return Promise.resolve(ok({}));
  };
  Object.assign(window, { culvert: { ...culvert, call } });
  const requests = sourceOf('paid:2:7')?.settings ?? expect.fail();
  const detail = {
    ...(await main.ask('connections.get', { key: main.keyOf('Phone') })),
    ...{ protocol, flags: [], extendedSettings: true, locationId: 2, serverId: 44 },
  };
  const { global } = await mounting();
  const shown = mount(SettingsForm, {
    props: { detail, requests },
    global: { plugins: [...global.plugins, PiniaColada] },
  });
  await flushPromises();
  const turn = (name: string) =>
    shown
      .findAll('label')
      .find((label) => label.text().startsWith(name))
      ?.get('input')
      .setValue(true);
  return { shown, sent, turn };
}

describe('the form of a configuration’s settings', () => {
  test('selects no protocol for one that it does not list, and sends none unasked', async () => {
    const { shown, sent, turn } = await form('quic-7');
    expect(shown.findAll('[role=radiogroup] input:checked')).toHaveLength(0);
    await shown.get('select').setValue('0');
    expect(shown.text()).toContain('Choose a protocol.');
    await shown.get('form').trigger('submit');
    expect(sent).toEqual([]);
    await turn('VLESS');
    await turn('Through WARP');
    await shown.get('form').trigger('submit');
    await flushPromises();
    expect(sent).toMatchObject([{ body: { protocol: 'vless', use_warp: true } }]);
  });

  test('sends nothing while nothing was changed, and says so', async () => {
    const { shown, sent } = await form();
    expect(shown.get('[type=submit]').attributes('aria-disabled')).toBe('true');
    expect(shown.text()).toContain('Nothing has been changed yet.');
    expect(shown.text()).not.toContain('The address changes');
    await shown.get('form').trigger('submit');
    expect(sent).toEqual([]);
  });

  test('keeps the server that it is on, also one without room for another', async () => {
    const { shown, sent, turn } = await form();
    expect(shown.get('select').element.selectedOptions[0]?.textContent).toContain('No. 44');
    await turn('Block BitTorrent');
    await shown.get('form').trigger('submit');
    expect(sent).toMatchObject([{ body: { protocol: 'vless', server_id: 44 } }]);
  });

  test('neither offers nor sends a flag that the chosen protocol cannot have, and keeps it for one that can', async () => {
    const { shown, sent, turn } = await form();
    await turn('XHTTP transport');
    await turn('AmneziaWG 2');
    const names = () => shown.findAll('fieldset:last-of-type [type=checkbox]').length;
    expect(names()).toBe(2);
    expect(shown.text()).not.toContain('Not together');
    expect(shown.get('[type=submit]').attributes('aria-disabled')).not.toBe('true');
    await shown.get('form').trigger('submit');
    await flushPromises();
    expect(sent).toEqual([
      { path: { id: 2, configId: 7 }, body: { protocol: 'amnezia-wg-2', server_id: 44 } },
    ]);
    await turn('VLESS');
    expect(names()).toBe(12);
  });

  test('shows what is sent, beside what the configuration has', async () => {
    const { shown, turn } = await form();
    await turn('Block BitTorrent');
    await shown.get('select').setValue('0');
    const said = shown.get('[aria-label="What will be sent"]').text();
    expect(said).toContain('No. 44 → Any');
    expect(said).toContain('Extended settings, Block BitTorrent');
  });
});

test('the form that is to move a connection asks for what is not saved, then chooses no location', async () => {
  const { root, connections, pinia } = await openView('Phone');
  const unsaved = useUnsavedStore(pinia);
  let typed = true;
  unsaved.add({ changed: () => typed, discard: () => void (typed = false) });
  connections.moving = connections.find({ search: 'Phone' })[0]?.key ?? null;
  await expect.poll(() => unsaved.isAsking).toBe(true);
  unsaved.discard();
  const location = () => root.find<HTMLSelectElement>('[data-changes] select');
  await vi.waitFor(() => {
    const [chosen] = location().element.selectedOptions;
    expect(chosen?.text).toBe('Choose a location.');
  }, patient);
  expect(root.get('[data-changes]').text()).not.toContain('The address changes');
  await location().setValue('2');
  await expect.poll(() => root.findAll('[data-changes] select').length).toBe(2);
  expect(root.get('[data-changes]').text()).toContain('The address changes');
});

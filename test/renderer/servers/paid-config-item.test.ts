import { mount } from '@vue/test-utils';
import { expect, test } from 'vitest';
import type { ConnectionState } from '#contract/rules/connection-state.ts';
import PaidConfigItem from '#renderer/servers/PaidConfigItem.vue';
import { answeredByMain, mounting } from '#test/renderer/lib/window-fixture.ts';

const config = {
  id: 31,
  index: 0,
  server_id: 7,
  connection_url: '',
  title: 'Metro',
  original_title: 'Metro',
  custom_title: null,
  protocol: 'vless',
  created_at: 1,
  is_extended_settings_enabled: false,
  is_online: true,
};

async function shown(state: ConnectionState) {
  await answeredByMain();
  const { global } = await mounting();
  const item = mount(PaidConfigItem, {
    props: { optionId: 1, config, state: { state, online: 'offline', since: null } },
    global: { ...global, stubs: { UiButton: true, ItemMenu: true } },
  });
  return item.text();
}

test('A configuration of a paid option says the one state, whatever the list of options says', async () => {
  expect(await shown('expired')).toContain('Expired');
  expect(await shown('down')).toContain('Offline');
  expect(await shown('down')).not.toContain('Online');
});

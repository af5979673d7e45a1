import { flushPromises } from '@vue/test-utils';
import { expect, test } from 'vitest';
import { defineComponent, h, type Component } from 'vue';
import { fail, ok } from '#contract/failure.ts';
import AccountComputer from '#renderer/account/AccountComputer.vue';
import BackupRestore from '#renderer/backup/BackupRestore.vue';
import BackupSave from '#renderer/backup/BackupSave.vue';
import CheckQuestion from '#renderer/checks/CheckQuestion.vue';
import DevicesPage from '#renderer/devices/DevicesPage.vue';
import { useEndpointQuery } from '#renderer/lib/queries/use-endpoint-query.ts';
import { useChecksStore } from '#renderer/lib/stores/checks.ts';
import JournalUnreadable from '#renderer/purchases/JournalUnreadable.vue';
import OptionDevices from '#renderer/servers/OptionDevices.vue';
import ServerView from '#renderer/servers/ServerView.vue';
import UiButton from '#renderer/ui/primitives/UiButton.vue';
import { openWindow } from '#test/renderer/lib/window-fixture.ts';

const named = (name: string) =>
  [...document.querySelectorAll<HTMLElement>('button, [role=menuitem]')].find((each) =>
    (each.getAttribute('aria-label') ?? each.textContent.trim()).startsWith(name),
  );

async function press(name: string): Promise<void> {
  await expect.poll(() => named(name), { message: name }).toBeDefined();
  named(name)?.focus();
  named(name)?.click();
  await flushPromises();
}

const server = defineComponent(() => {
  const servers = useEndpointQuery('cloudServers.list', {});
  return () => {
    const [first] = servers.data.value ?? [];
    return first && h(ServerView, { server: first, location: undefined, closable: false });
  };
});
const unreadable = { id: 'e9', createdAt: null };
const optionDevices = () => h(OptionDevices, { optionId: 1 });
const check = () => {
  const checks = useChecksStore();
  return [
    h(UiButton, { onClick: () => checks.ask(['config:1001']) }, () => 'Check'),
    checks.question !== null && h(CheckQuestion),
  ];
};
const signOut = ['Sign out…', 'Sign out and'];
const answers = {
  'backup.choose': () => ok({ chosen: true }),
  'cloudServers.reboot': () => ok({ success: false }),
  'devices.deleteAll': () => fail('unsent'),
  'purchases.list': () => ok({ entries: [], unreadable: [unreadable], persistent: true }),
  'session.signOut': () => fail('declined'),
};

const doors: readonly (readonly [string, Component, readonly string[]])[] = [
  ['a reboot that the service refuses', server, ['More', 'Reboot', 'Reboot now']],
  ['a deletion in a list', server, ['More: ', 'Delete', 'Cancel']],
  ['the removal of a device of a paid option', optionDevices, ['Remove: ', 'Cancel']],
  ['the removal of all of them', optionDevices, ['Remove all…', 'Cancel']],
  ['a failed removal of all devices', DevicesPage, ['Remove all…', 'Remove all']],
  ['a sign-out that is not wanted', AccountComputer, ['Sign out…', 'Cancel']],
  ['a sign-out that main refuses', AccountComputer, signOut],
  [
    'the removal of a record',
    () => h(JournalUnreadable, { entry: unreadable }),
    ['Remove…', 'Cancel'],
  ],
  ['a backup that is not saved', BackupSave, ['Save', 'Cancel']],
  ['a backup that is not restored', BackupRestore, ['Open a file…', 'Cancel']],
  ['a check that is not wanted', check, ['Check', 'Cancel']],
];

test.each(doors)('%s gives the keyboard back to its button', async (_, part, pressed) => {
  const { answer, show, main } = await openWindow({ settings: { checksExplained: false } });
  answer(answers);
  show(part);
  await main.idle();
  for (const name of pressed) await press(name);
  await expect.poll(() => document.activeElement).toBe(named(pressed[0] ?? ''));
});

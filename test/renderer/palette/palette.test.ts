import { describe, expect, test } from 'vitest';
import { ref } from 'vue';
import IconMoon from '~icons/lucide/moon';
import { searchItems } from '#contract/rules/search.ts';
import { places, searchedName, usePaletteActions } from '#renderer/palette/palette-actions.ts';
import { usePaletteChoices } from '#renderer/palette/palette-choices.ts';
import { createSections } from '#renderer/app/router.ts';
import { setLanguage } from '#renderer/lib/i18n.ts';
import { useBatchesStore } from '#renderer/lib/stores/batches.ts';
import { useConnectionsStore } from '#renderer/lib/stores/connections.ts';
import { useUnsavedStore } from '#renderer/lib/stores/unsaved.ts';
import type { Control } from '#service/control.ts';
import { optionTitle } from '#service/store/subscription-items.ts';
import { openWindow } from '#test/renderer/lib/window-fixture.ts';

describe('the palette', () => {
  test('lists only pages that exist', () => {
    const sections = createSections();
    const missing = places.filter(
      ({ path }) => sections.resolve(path).matched[0]?.redirect !== undefined,
    );
    expect(missing).toEqual([]);
  });

  test('finds by each word of what is typed, in any case and order', () => {
    const action = {
      id: '',
      icon: IconMoon,
      label: 'Тёмная тема',
      kind: 'Сделать',
      run: () => undefined,
    };
    const isFound = (search: string) => searchItems([action], search, searchedName).length > 0;
    expect(isFound('тема тём')).toBe(true);
    expect(isFound('ТЕМА сделать')).toBe(true);
    expect(isFound('светлая тема')).toBe(false);
  });

  test('asks before another account is opened over what was typed', async () => {
    const page = await openWindow();
    const session = await page.main.ask('session.get', {});
    const other = { id: 'a2', service: 'https://b.example', name: 'Other' };
    page.main.send('session.changed', { ...session, accounts: [...session.accounts, other] });
    const unsaved = useUnsavedStore(page.pinia);
    let isTyped = true;
    unsaved.add({ changed: () => isTyped, discard: () => (isTyped = false) });
    const { used: actions } = await page.use(usePaletteActions);
    actions.value.find(({ id }) => id === 'account a2')?.run();
    expect([unsaved.isAsking, page.main.callsOf('session.switch')]).toEqual([true, []]);
    unsaved.discard();
    await expect.poll(() => page.main.callsOf('session.switch')).toEqual([{ account: 'a2' }]);
  });
});

/** What the palette finds for a text, and for another one that is typed in its place. */
async function found(text = '', service?: (control: Control) => void) {
  const page = await openWindow({ ...(service && { service }) });
  const connections = useConnectionsStore(page.pinia);
  await connections.readOnce();
  const search = ref(text);
  const { used } = await page.use(() => usePaletteChoices(search));
  const labels = () =>
    used.value.map((choice) => ('action' in choice ? choice.action.label : choice.row.title));
  return { page, connections, search, used, labels };
}

test('each thing of the account is found by its name, and nothing is read before one is typed', async () => {
  const { page, search, labels } = await found();
  expect(page.main.callsOf('cache.read')).toEqual([]);
  const { account } = page.main;
  const names = [
    account.keys[0]?.name,
    account.devices[0]?.device_name,
    account.subscriptions[0]?.title,
    account.cloud_servers[0]?.hostname,
    ...account.paid_options.slice(0, 1).map(optionTitle),
  ].map(String);
  for (const name of names) {
    search.value = name;
    await expect.poll(labels).toContain(name);
  }
});

test('settings come below all else that is found', async () => {
  const { labels } = await found('lock');
  await expect.poll(() => labels()).toContain('Passphrase');
  expect(labels().slice(-2)).toEqual(['Lock Culvert after', 'Passphrase']);
});

test('a name that is typed whole or begins so comes before one that only contains it, or is made of protocol and place', async () => {
  const { search, labels } = await found('script', (control) => {
    Object.assign(control.account().keys[0] ?? {}, { name: 'Script' });
  });
  await expect.poll(() => labels().slice(0, 2)).toEqual(['Script', 'Subscriptions']);
  search.value = 'sh';
  expect([labels()[0], labels()]).toEqual(['Shop', expect.arrayContaining([''])]);
});

test('the API keys are found in either language', async () => {
  const { search, labels } = await found();
  for (const text of ['api', 'ключи']) {
    search.value = text;
    await expect.poll(() => labels()[0], { message: text }).toBe('API keys');
  }
});

test('names in the language of the interface come first, of them those that begin so', async () => {
  const { page, search, labels } = await found();
  const expected = {
    en: [
      ['block', 'Block a device…'],
      ['lock', 'Lock now'],
      ['reboot', 'Reboot a server…'],
      ['withdraw', 'Withdraw…'],
      ['sign out', 'Sign out…'],
      ['device', 'Devices'],
      ['история', 'History'],
    ],
    ru: [
      ['заблокировать', 'Заблокировать сейчас'],
      ['заблокировать устр', 'Заблокировать устройство…'],
      ['block', 'Заблокировать устройство…'],
      ['перезагрузить', 'Перезагрузить сервер…'],
      ['вывести', 'Вывести…'],
      ['выйти', 'Выйти…'],
      ['ключ', 'API-ключи'],
      ['history', 'История'],
    ],
  } as const;
  for (const language of ['en', 'ru'] as const) {
    await setLanguage(page.i18n, language);
    for (const [text, label] of expected[language]) {
      search.value = text;
      await expect.poll(() => labels()[0], { message: text }).toBe(label);
    }
  }
});

describe('the verbs of the palette', () => {
  test('each is found in either language, whatever the interface speaks', async () => {
    const { search, labels } = await found();
    for (const [text, label] of [
      ['renew phone', 'Renew “Phone”…'],
      ['продлить phone', 'Renew “Phone”…'],
      ['check phone', 'Check “Phone” from here'],
      ['qr phone', 'QR code of “Phone”'],
      ['copy phone', 'Copy “Phone”'],
      ['копировать phone', 'Copy “Phone”'],
      ['rename phone', 'Rename “Phone”'],
      ['почему phone', 'Why does “Phone” not work?'],
      ['пополнить', 'Top up the balance'],
      ['купить', 'Buy…'],
      ['redeem', 'Redeem a key…'],
      ['тёмная', 'Dark theme'],
      ['забл', 'Lock now'],
      ['блок', 'Block a device…'],
      ['russian', 'Language: Russian'],
      ['language', 'Language: Russian'],
      ['язык', 'Language: Russian'],
      ['lock', 'Lock now'],
      ['top up', 'Top up the balance'],
      ['активировать', 'Redeem a key…'],
    ] as const) {
      search.value = text;
      await expect.poll(() => labels()[0], { message: text }).toBe(label);
    }
  });

  test('what is open leads, and the renewal of a server leads to it', async () => {
    const { page, connections, search, used } = await found();
    const first = (text: string) => {
      search.value = text;
      const [choice] = used.value;
      if (choice === undefined || !('action' in choice)) throw new Error('No verb leads.');
      return choice.action;
    };
    await page.router.push('/connections');
    for (const title of ['Router', 'Travel']) {
      const row = connections.rowOf(page.main.keyOf(title));
      if (row !== undefined) connections.setCurrent(row);
      for (const verb of ['why', 'renew', 'qr', 'check', 'rename', 'copy']) {
        expect(first(verb).label).toContain(`“${title}”`);
      }
    }
    const [server] = page.main.account.cloud_servers;
    const path = `/cloud-servers/${String(server?.id)}`;
    await page.router.push(path);
    const renewal = first('renew');
    expect(renewal.label).toBe(`Renew “${String(server?.hostname)}”…`);
    renewal.run();
    await expect.poll(() => page.router.currentRoute.value.fullPath).toBe(`${path}?renew`);
    const [option] = page.main.account.paid_options;
    await page.router.push(`/paid-options/${String(option?.option_id)}`);
    await expect.poll(() => first('renew').label).toBe('Renew “Белый интернет”…');
  });

  test('what is selected leads while its list is shown', async () => {
    const { page, labels, used } = await found('renew');
    expect(labels()[0]).not.toContain('selected');
    const keys = ['Phone', 'Router'].map((title) => page.main.keyOf(title));
    useConnectionsStore(page.pinia).selection = new Set(keys);
    await page.router.push('/connections');
    expect(labels()[0]).toBe('Renew 2 selected…');
    const [choice] = used.value;
    if (choice !== undefined && 'action' in choice) choice.action.run();
    expect(useBatchesStore(page.pinia).intent).toEqual({ action: 'renew', keys });
  });

  test('the beginning of a title leads before a verb that begins so', async () => {
    const { labels } = await found('ro');
    expect(labels()[0]).toBe('Router');
    const { page, used } = await found('renew phone');
    const [choice] = used.value;
    if (choice !== undefined && 'action' in choice) choice.action.run();
    expect(useConnectionsStore(page.pinia).renewing).toBe(page.main.keyOf('Phone'));
  });
});

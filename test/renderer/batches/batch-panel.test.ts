import { flushPromises } from '@vue/test-utils';
import { describe, expect, test } from 'vitest';
import { h, ref } from 'vue';
import { z } from 'zod';
import AppStatus from '#renderer/app/AppStatus.vue';
import AppToast from '#renderer/app/AppToast.vue';
import BatchPanel from '#renderer/batches/BatchPanel.vue';
import BatchesPage from '#renderer/batches/BatchesPage.vue';
import SelectionBar from '#renderer/connections/SelectionBar.vue';
import { useBatchesStore } from '#renderer/lib/stores/batches.ts';
import { useConnectionsStore } from '#renderer/lib/stores/connections.ts';
import { eventually } from '#test/renderer/eventually.ts';
import { openWindow } from '#test/renderer/lib/window-fixture.ts';
import { withBalance } from '#test/renderer/window/account.ts';
import type { Setup } from '#test/renderer/window/main-process.ts';

const Tariff = z.looseObject({ days: z.number() });

const all = <Part extends HTMLElement>(selector: string) => [
  ...document.querySelectorAll<Part>(selector),
];
const textOf = (part: Element | null | undefined) =>
  (part?.textContent ?? '').replaceAll(/\s+/g, ' ').trim();
const shown = () => textOf(document.body);
const lines = () => all('[data-batch-item]').map(textOf);
const button = (name: string) => {
  const found = all<HTMLButtonElement>('button, [role=menuitem]').find(
    (each) => (each.getAttribute('aria-label') ?? textOf(each)) === name,
  );
  if (found === undefined) throw new Error(`There is no button ${name}: ${shown()}`);
  return found;
};
const isOff = (name: string) => button(name).getAttribute('aria-disabled') === 'true';

async function press(name: string): Promise<void> {
  await expect.poll(() => button(name)).toBeDefined();
  button(name).click();
  await flushPromises();
}

async function type(label: string, text: string): Promise<HTMLInputElement> {
  const of = all('label').find((each) => textOf(each) === label);
  const field = document.getElementById(of?.getAttribute('for') ?? '');
  if (!(field instanceof HTMLInputElement)) throw new Error(`There is no field ${label}.`);
  field.value = text;
  field.dispatchEvent(new Event('input', { bubbles: true }));
  await flushPromises();
  return field;
}

/** The bar of these selected connections, the panel that it opens, and what the window says below. */
async function open(setup?: Setup, titles: readonly string[] = ['Phone', 'Router']) {
  const { main, pinia, router, show } = await openWindow(setup);
  const connections = useConnectionsStore(pinia);
  await connections.readOnce();
  const keys =
    titles.length === 0
      ? connections.find({}).map(({ key }) => key)
      : titles.map((title) => main.keyOf(title));
  const batches = useBatchesStore(pinia);
  const page = ref(false);
  show(() => [
    h(SelectionBar, { keys: new Set(keys), meant: null }),
    batches.intent !== null && h(BatchPanel, { intent: batches.intent }),
    page.value ? h(BatchesPage) : h(AppStatus),
    h(AppToast),
  ]);
  await flushPromises();
  return {
    main,
    router,
    keys,
    isOpen: () => batches.intent !== null,
    /** Chooses what to do with the selected. */
    choose: async (line: string) => {
      await press('What else to do with the selected');
      await press(line);
      await expect.poll(() => all('[data-batch-panel]')).toHaveLength(1);
    },
    /** The page of all batches is in place of the status. */
    openPage: async () => {
      page.value = true;
      await flushPromises();
    },
  };
}

describe('many at once', () => {
  test('shows each price, the sum and what is missing, begins nothing that is not covered, and leads to that top-up', async () => {
    const { main, router, choose, isOpen } = await open(withBalance(100));
    await choose('Renew…');
    await expect.poll(shown).toContain('Together 358 ₽');
    expect(shown()).toContain('The balance is 258 ₽ short');
    expect(lines()).toEqual([
      expect.stringMatching(/^Phone.*179 ₽$/),
      expect.stringMatching(/^Router.*179 ₽$/),
    ]);
    expect(isOff('Renew 2')).toBe(true);
    await press('Renew 2');
    expect(main.callsOf('batches.start')).toEqual([]);
    all('a')
      .find((each) => textOf(each) === 'Top up the balance')
      ?.click();
    await expect.poll(() => router.currentRoute.value.fullPath).toBe('/money?topup=258');
    expect(isOpen()).toBe(false);
  });

  test('offers what the balance pays for, the soonest to expire', async () => {
    const { choose } = await open({
      ...withBalance(200),
      service: (control) => {
        const router = control.account().configs.find(({ title }) => title === 'Router');
        Object.assign(router ?? {}, { expires_at: Math.floor(control.now() / 1000) + 60 });
      },
    });
    await choose('Renew…');
    await press('Only the 1 soonest to expire');
    await expect.poll(lines).toEqual([expect.stringMatching(/^Router.*179 ₽$/)]);
    expect(isOff('Renew 1')).toBe(false);
  });

  test('begins with the first period that is sold, and keeps it when it is no more', async () => {
    let gone = 30;
    const { main, choose } = await open({
      ...withBalance(5000),
      alter: (data) => {
        const methods = z.array(z.looseObject({ tariffs: z.array(Tariff) })).safeParse(data).data;
        return (
          methods?.map((one) => ({
            ...one,
            tariffs: one.tariffs.filter(({ days }) => days !== gone),
          })) ?? data
        );
      },
    });
    const period = () => textOf(all<HTMLSelectElement>('select')[0]?.selectedOptions[0]);
    await choose('Renew…');
    await expect.poll(period).toBe('90 days');
    await expect.poll(() => isOff('Renew 2')).toBe(false);
    gone = 90;
    await press('Renew 2');
    await press('Try again');
    await expect.poll(shown).toContain('It is not sold for this period');
    expect([period(), isOff('Renew'), main.account.balance]).toEqual(['90 days', true, 5000]);
  });

  test('lists what is done before what is left out, which is folded where it is much', async () => {
    const { choose } = await open({}, []);
    await choose('Delete…');
    await expect.poll(() => all('[data-batch-panel] table').map(textOf)).toHaveLength(2);
    const [done, leftOut] = all('[data-batch-panel] table');
    expect(textOf(done)).not.toContain('does not delete');
    expect(leftOut?.closest('details')?.open).toBe(false);
  });

  test('renews both after one question of main’s, also while its panel is closed', async () => {
    const { main, keys, choose, openPage } = await open({
      ...withBalance(1000),
      unanswered: ['configs.renew'],
    });
    const { questions } = main.machine.consentDialog;
    questions.length = 0;
    await choose('Renew…');
    await press('Renew 2');
    await expect.poll(shown).toContain('It goes on when this is closed.');
    await press('Close');
    expect(all('[data-batch-panel]')).toEqual([]);
    await main.release();
    await eventually(main, () => main.account.balance).toBe(1000 - 358);
    expect(questions).toMatchObject([
      { kind: 'batch', action: 'renew', count: 2, sum: { amount: 358 } },
    ]);
    await eventually(main, shown).toContain('Renewed 2.');
    await press('Dismiss');
    await expect.poll(shown).not.toContain('Renewed 2.');
    await openPage();
    await expect.poll(shown).toContain('Balance: 642 ₽.');
    expect(lines()[0]).toMatch(/^Phone ?Until \w{3} \d+, \d{4} · 179 ₽ ?Done$/);
    main.service.setFaults(['configs.renew:drop-after:1:1']);
    const request = { action: 'renew' as const, keys, days: 30 };
    const { count, sum } = await main.ask('batches.plan', { request });
    await main.ask('batches.start', { request, count, sum });
    await eventually(main, shown).toContain('finding out takes about a minute');
    // An earlier one left another balance.
    await eventually(main, shown).toContain('Balance: 284 ₽.');
    expect(shown().match(/Balance: /g)).toHaveLength(1);
  });

  test('says of each whether it renews itself from now on, and of an unusual period that it has no known price', async () => {
    const { main, choose } = await open({
      service: (control) => {
        const phone = control.account().configs.find(({ title }) => title === 'Phone');
        Object.assign(phone ?? {}, { auto_renewal_days: 21 });
      },
    });
    await choose('Turn off auto-renewal…');
    await expect.poll(lines).toEqual(['Phoneoff', 'Routeroff']);
    await press('Turn off 2');
    await eventually(main, shown).toContain('Auto-renewal switched: 2.');
    expect(lines()[0]).toBe('PhoneoffDone');
    await press('Undo 2');
    await expect
      .poll(lines)
      .toEqual(['Phoneon · 21 daysprice not known', 'Routeron · 30 days179 ₽']);
    expect(isOff('Undo 2')).toBe(false);
  });

  test('is called what it does, also where the rest cannot be planned', async () => {
    const { main, keys, openPage } = await open(withBalance(1000));
    const request = { action: 'renew' as const, keys, days: 30 };
    const { count, sum } = await main.ask('batches.plan', { request });
    const { id } = await main.ask('batches.start', { request, count, sum });
    await main.ask('batches.stop', { id });
    await openPage();
    await eventually(main, shown).toContain('Continue with the last one');
    main.service.setFaults(['configs.tariffs:503']);
    await press('Continue with the last one');
    await expect.poll(() => textOf(all('[data-batch-panel]')[0])).toContain('Service error');
    expect(all('[data-batch-panel] h2').map(textOf)).toEqual(['Renewal']);
    expect(isOff('Renew')).toBe(true);
  });

  test('says that another one is under way, and can begin when that is over', async () => {
    const { main, keys, choose } = await open();
    main.service.setFaults(['configs.setTitle:429']);
    const titles = keys.slice(0, 1).map((key) => ({ key, title: 'First' }));
    const request = { action: 'rename' as const, titles };
    await main.ask('batches.start', { request, count: 1, sum: null });
    await choose('Rename…');
    await type('Title', 'Office {n}');
    await expect.poll(shown).toContain('Wait for “renaming” to end.');
    expect(isOff('Rename 2')).toBe(true);
    main.service.setFaults([]);
    await eventually(main, () => isOff('Rename 2')).toBe(false);
  });

  test('begins with the titles that there are, by Enter in the pattern, and is undone by the keyboard after the panel was closed', async () => {
    const { main, keys, choose } = await open();
    const titles = () =>
      keys.map(
        (key) => main.account.configs.find(({ id }) => key === `config:${String(id)}`)?.title,
      );
    await choose('Rename…');
    await expect.poll(lines).toEqual(['Phone', 'Router']);
    expect(isOff('Rename')).toBe(true);
    expect(shown()).toContain('No title changes yet.');
    expect(document.activeElement).toMatchObject({ value: '{title}', selectionEnd: 7 });
    const pattern = await type('Title', 'Office {n}');
    await expect.poll(shown).toContain('Office 2');
    await expect.poll(shown).toContain('Can be undone.');
    await expect.poll(() => isOff('Rename 2')).toBe(false);
    pattern.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }));
    await eventually(main, shown).toContain('Renamed 2.');
    expect(titles()).toEqual(['Office 1', 'Office 2']);
    await press('Close');
    await expect.poll(() => isOff('Undo 2')).toBe(false);
    const undo = { key: 'z', code: 'KeyZ', ctrlKey: true, bubbles: true };
    document.body.dispatchEvent(new KeyboardEvent('keydown', undo));
    await eventually(main, titles).toEqual(['Phone', 'Router']);
    expect(all('[data-batch-panel]')).toEqual([]);
    await expect.poll(shown).toContain('Undone: 2');
  });

  test('that went well is said until another section is shown', async () => {
    const { main, router, choose } = await open();
    await router.push('/connections');
    await choose('Rename…');
    await type('Title', 'Office {n}');
    await press('Rename 2');
    await eventually(main, shown).toContain('Renamed 2.');
    await press('Close');
    await router.push('/connections/other');
    expect(shown()).toContain('Renamed 2.');
    await router.push('/settings');
    await expect.poll(shown).not.toContain('Renamed 2.');
  });

  test('names an untitled connection as it is shown, in its new title and once it is renamed', async () => {
    const { main, choose } = await open(
      {
        service: (control) => {
          const configs = control.account().configs.filter(({ title }) => title === null);
          Object.assign(control.account(), { configs, cloud_servers: [], paid_options: [] });
        },
      },
      [],
    );
    await choose('Rename…');
    await expect.poll(() => isOff('Rename')).toBe(true);
    await type('Title', '{title} x');
    await expect.poll(() => lines()[0]).toMatch(/^(.{3,}) ?→ \1 x$/);
    await press('Rename 1');
    await eventually(main, shown).toContain('Renamed 1.');
    expect(lines()[0]).toMatch(/^(.{3,}) ?→ \1 x ?Done$/);
  });

  test('says of a connection whose place is not known that this keeps its title, and shows the titles in which a part is replaced', async () => {
    const { choose } = await open({}, []);
    await choose('Rename…');
    await type('Title', '{place} {n}');
    await expect.poll(shown).toContain('Its place is not known');
    all('[data-batch-panel] label')
      .find((each) => textOf(each) === 'Find and replace')
      ?.click();
    await flushPromises();
    await type('Find', 'Ph');
    await type('Replace with', 'F');
    await expect.poll(shown).toContain('Fone');
  });
});

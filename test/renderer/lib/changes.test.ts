import { flushPromises } from '@vue/test-utils';
import { describe, expect, test } from 'vitest';
import { defineComponent, h, ref } from 'vue';
import { fail, ok, type Result } from '#contract/failure.ts';
import type { PurchaseEntry, PurchaseStarted } from '#contract/ipc/purchase-journal.ts';
import ConnectionTitle from '#renderer/connection/ConnectionTitle.vue';
import { useAction } from '#renderer/lib/mutations/use-action.ts';
import { usePurchaseForm } from '#renderer/purchases/use-purchase-form.ts';
import { useToastStore } from '#renderer/lib/stores/toast.ts';
import { useConnectionsStore } from '#renderer/lib/stores/connections.ts';
import { purchaseEntry } from '#test/renderer/purchases/purchase-entry.ts';
import { openWindow } from './window-fixture.ts';

/** A window whose main process answers the commands of `answers` as the test says. */
async function open(answers: Readonly<Record<string, (input: never) => unknown>> = {}) {
  const page = await openWindow();
  page.answer(answers);
  return page;
}

describe('a form that buys', () => {
  const input = { body: { location_id: 1, protocol: 'vless' as const, tariff_id: 11 } };

  async function openForm() {
    const tickets: string[] = [];
    const prices: unknown[] = [];
    let answer: (ticket: string) => Result<PurchaseStarted> = () => fail('offline');
    const page = await open({
      'purchases.submit': ({ ticket, price }: { ticket: string; price: unknown }) => {
        tickets.push(ticket);
        prices.push(price);
        return answer(ticket);
      },
    });
    const { used: form } = await page.use(() => usePurchaseForm('configs.create'));
    return {
      form,
      tickets,
      prices,
      journal: (...entries: PurchaseEntry[]) => {
        page.main.send('purchases.changed', { entries, unreadable: [], persistent: true });
      },
      /** Buys; main answers with this entry. */
      buy: async (entry: (ticket: string) => PurchaseEntry, started: boolean) => {
        answer = (ticket) => ok({ entry: entry(ticket), started });
        await form.buy(input, undefined);
      },
    };
  }

  test('sends the price that it shows', async () => {
    const { form, prices } = await openForm();
    const price = { amount: 299, currency: 'RUB' };
    await form.buy(input, price);
    expect(prices).toEqual([price]);
  });

  test('says that another purchase blocks it only while it shows that one', async () => {
    const { form, journal, buy } = await openForm();
    const other = purchaseEntry({ id: 'other', ticket: 'another', state: 'waiting' });
    journal(other);
    await buy(() => other, false);
    expect([form.entry.value?.id, form.blocked.value]).toEqual(['other', true]);
    journal();
    expect(form.entry.value).toBeNull();
    const paid = (ticket: string) => purchaseEntry({ id: 'own', ticket, state: 'done' });
    await buy((ticket) => {
      journal(paid(ticket));
      return paid(ticket);
    }, true);
    expect([form.entry.value?.id, form.blocked.value]).toEqual(['own', false]);
  });

  test('begins another purchase when the entry of the last one is dismissed', async () => {
    const { form, tickets, journal, buy } = await openForm();
    const entry = (ticket: string) => purchaseEntry({ id: 'own', ticket, state: 'done' });
    await buy((ticket) => {
      journal(entry(ticket));
      return entry(ticket);
    }, true);
    journal();
    await flushPromises();
    expect(form.entry.value).toBeNull();
    await buy(entry, true);
    expect(new Set(tickets).size).toBe(2);
  });
});

describe('a change that fails', () => {
  test('is shown on the current page when the user has left the component that sent it', async () => {
    const page = await open();
    const toast = useToastStore(page.pinia);
    let answer: (result: Result<never>) => void = () => undefined;
    const { used, close } = await page.use(() => useAction(() => 'Renaming “Home”'));
    const sent = used.run(() => new Promise<Result<never>>((resolve) => (answer = resolve)));
    await close();
    answer(fail('rejected'));
    await sent;
    expect(toast.notice).toEqual({
      kind: 'failed',
      failure: { kind: 'rejected' },
      about: 'Renaming “Home”',
    });
  });

  test('is not shown to another account', async () => {
    const page = await open();
    let answer: (result: Result<never>) => void = () => undefined;
    const { used, close } = await page.use(() => useAction());
    const sent = used.run(() => new Promise<Result<never>>((resolve) => (answer = resolve)));
    page.switchTo('a2');
    await close();
    answer(fail('rejected'));
    await sent;
    expect(useToastStore(page.pinia).notice).toBeNull();
  });
});

test('a rename that fails after another row was selected is shown, and not on that row', async () => {
  let answer: (result: Result<never>) => void = () => undefined;
  const page = await open({
    'connections.setTitle': () => new Promise((resolve) => (answer = resolve)),
  });
  const { main } = page;
  const home = await main.ask('connections.get', { key: main.keyOf('Phone') });
  const other = await main.ask('connections.get', { key: main.keyOf('Router') });
  const row = ref(home);
  page.show(
    defineComponent(
      () => () =>
        h(ConnectionTitle, {
          key: row.value.key,
          row: row.value,
          opener: () => undefined,
        }),
    ),
  );
  await flushPromises();
  useConnectionsStore(page.pinia).renaming = home.key;
  await flushPromises();
  await page.root.get('input').setValue('A better name');
  await page.root.get('form').trigger('submit');
  row.value = other;
  await flushPromises();
  answer(fail('rejected'));
  await flushPromises();
  expect(useToastStore(page.pinia).notice).toMatchObject({
    kind: 'failed',
    about: `Renaming “${home.title}”`,
  });
  expect(page.root.find('[role=alert]').exists()).toBe(false);
});

import { flushPromises, mount } from '@vue/test-utils';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { createMemoryHistory, createRouter } from 'vue-router';
import { ok } from '#contract/failure.ts';
import type { PurchaseEntry, PurchaseJournal } from '#contract/ipc/purchase-journal.ts';
import SettingsAccount from '#renderer/components/settings/SettingsAccount.vue';
import { createI18n, setLanguage } from '#renderer/i18n.ts';
import { useJournalStore } from '#renderer/stores/journal.ts';
import { openStores } from '#test/renderer/composables/window-fixture.ts';
import { purchaseEntry } from './purchase-entry.ts';

/** The question before signing out of an account with these purchases. */
async function question(journal: Partial<PurchaseJournal>, language: 'en' | 'ru' = 'en') {
  vi.stubGlobal('culvert', {
    call: (name: string) =>
      name === 'purchases.list'
        ? Promise.resolve(ok({ entries: [], unreadable: [], persistent: true, ...journal }))
        : new Promise(() => undefined),
    listen: () => () => undefined,
  });
  const pinia = openStores();
  const i18n = createI18n();
  await setLanguage(i18n, language);
  const routes = [{ path: '/:any(.*)*', component: { render: () => null } }];
  const router = createRouter({ history: createMemoryHistory(), routes });
  await useJournalStore().readAgain();
  const page = mount(SettingsAccount, { global: { plugins: [pinia, i18n, router] } });
  await page.get('button').trigger('click');
  await flushPromises();
  return page;
}

const unsaved: Partial<PurchaseEntry> = { state: 'done', unsaved: true };

afterEach(() => {
  vi.unstubAllGlobals();
});

describe('signing out', () => {
  test('names unsaved keys, open purchases and unreadable entries, and leads to them', async () => {
    const page = await question({
      entries: [
        purchaseEntry(unsaved),
        purchaseEntry({ state: 'waiting' }),
        purchaseEntry({ state: 'unclear' }),
      ],
      unreadable: [{ id: 'one', createdAt: null }],
    });
    const losses = page.findAll('[role=alert] p').map((line) => line.text());
    expect(losses).toHaveLength(3);
    expect(losses[0]).toContain('1 purchase holds a key that was not saved');
    expect(losses[1]).toContain('2 purchases are still open');
    expect(losses[2]).toContain('1 entry of the purchases that cannot be read');
    expect(page.get('a[href="/purchases"]').text()).toBe('Show the purchases');
  });

  test('names them in Russian too', async () => {
    const page = await question({ entries: [purchaseEntry(unsaved)] }, 'ru');
    expect(page.get('[role=alert]').text()).toContain('В 1 покупке есть несохранённый ключ');
  });

  test('names nothing where nothing would be lost', async () => {
    const page = await question({ entries: [purchaseEntry({ state: 'done' })] });
    expect(page.find('[role=alert]').exists()).toBe(false);
    expect(page.find('a[href="/purchases"]').exists()).toBe(false);
  });
});

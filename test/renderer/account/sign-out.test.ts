import { flushPromises, mount } from '@vue/test-utils';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { ok } from '#contract/failure.ts';
import type { PurchaseEntry, PurchaseJournal } from '#contract/ipc/purchase-journal.ts';
import AccountComputer from '#renderer/account/AccountComputer.vue';
import { useJournalStore } from '#renderer/lib/stores/journal.ts';
import { useSessionStore } from '#renderer/lib/stores/session.ts';
import { mounting } from '#test/renderer/lib/window-fixture.ts';
import { purchaseEntry } from '#test/renderer/purchases/purchase-entry.ts';

/** What Culvert says before it signs out of an account with these purchases; `sent` is what main got. */
async function question(journal: Partial<PurchaseJournal>) {
  const sent: string[] = [];
  vi.stubGlobal('culvert', {
    call: (name: string) => {
      sent.push(name);
      if (name === 'session.get') return Promise.resolve(ok(signedIn));
      return name === 'purchases.list'
        ? Promise.resolve(ok({ entries: [], unreadable: [], persistent: true, ...journal }))
        : new Promise(() => undefined);
    },
    listen: () => () => undefined,
  });
  const { global } = await mounting();
  await Promise.all([useJournalStore().readAgain(), useSessionStore().read()]);
  const page = mount(AccountComputer, { global });
  await page
    .findAll('button')
    .find((button) => button.text() === 'Sign out…')
    ?.trigger('click');
  await flushPromises();
  return { page, sent };
}

const signedIn = {
  status: 'signed-in',
  account: { id: 'one', name: 'one@example.com', service: 'https://api.example.com' },
  accounts: [],
  keychain: 'ready',
  persistent: true,
};
const unsaved: Partial<PurchaseEntry> = { state: 'done', unsaved: true };

afterEach(() => {
  vi.unstubAllGlobals();
});

describe('signing out', () => {
  test('names unsaved keys, open purchases and unreadable entries, and leads to them', async () => {
    const { page, sent } = await question({
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
    expect(losses[2]).toContain('1 unreadable entry of the purchases');
    expect(page.get('a[href="/money/history"]').text()).toBe('Show the purchases');
    expect(sent).not.toContain('session.signOut');
  });

  test('leaves the question to main where no purchase would be lost', async () => {
    const { page, sent } = await question({ entries: [purchaseEntry({ state: 'done' })] });
    expect(sent).toContain('session.signOut');
    expect(page.find('[role=alert]').exists()).toBe(false);
  });
});

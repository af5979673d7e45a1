import { flushPromises } from '@vue/test-utils';
import { describe, expect, test, vi } from 'vitest';
import { ok } from '#contract/failure.ts';
import type { PurchaseJournal } from '#contract/ipc/purchase-journal.ts';
import AccountComputer from '#renderer/account/AccountComputer.vue';
import { patient } from '#test/patient.ts';
import { openWindow } from '#test/renderer/lib/window-fixture.ts';
import { purchaseEntry } from '#test/renderer/purchases/purchase-entry.ts';

/** What Culvert says before it signs out of an account with these purchases. */
async function question(journal: Partial<PurchaseJournal>) {
  const { main, root, show, answer } = await openWindow();
  answer({
    'purchases.list': () => ok({ entries: [], unreadable: [], persistent: true, ...journal }),
  });
  show(AccountComputer);
  const button = () => root.findAll('button').find((each) => each.text() === 'Sign out…');
  await vi.waitFor(() => button()?.trigger('click') ?? expect.fail(), patient);
  await main.idle();
  await flushPromises();
  return { root, signedOut: () => main.callsOf('session.signOut').length > 0 };
}

describe('signing out', () => {
  test('names unsaved keys, open purchases and unreadable entries, and leads to them', async () => {
    const { root, signedOut } = await question({
      entries: [
        purchaseEntry({ state: 'done', unsaved: true }),
        purchaseEntry({ state: 'waiting' }),
        purchaseEntry({ state: 'unclear' }),
      ],
      unreadable: [{ id: 'one', createdAt: null }],
    });
    const losses = root.findAll('[role=alert] p').map((line) => line.text());
    expect(losses).toHaveLength(3);
    expect(losses[0]).toContain('Purchases whose unsaved keys are lost: 1.');
    expect(losses[1]).toContain('Open purchases that are lost: 2.');
    expect(losses[2]).toContain('Unreadable entries of purchases that are lost: 1.');
    expect(root.get('a[href="/money/history"]').text()).toBe('Show the purchases');
    expect(signedOut()).toBe(false);
  });

  test('leaves the question to main where no purchase would be lost', async () => {
    const { root, signedOut } = await question({ entries: [purchaseEntry({ state: 'done' })] });
    expect(signedOut()).toBe(true);
    expect(root.find('[role=alert]').exists()).toBe(false);
  });
});

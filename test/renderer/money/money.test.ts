import { expect, test } from 'vitest';
import { useAmounts } from '#renderer/lib/texts/use-amounts.ts';
import HistoryPart from '#renderer/money/HistoryPart.vue';
import ReferralPage from '#renderer/money/ReferralPage.vue';
import { setLanguage } from '#renderer/lib/i18n.ts';
import { openWindow } from '#test/renderer/lib/window-fixture.ts';

test('known ways to pay have one name in each language, others the name of the service; an amount has the sign of a minus, not a hyphen', async () => {
  const { use, i18n } = await openWindow();
  const { used } = await use(useAmounts);
  const names = () =>
    ['СБП', 'SBP', 'Card', 'TON', 'USDT TRC20', ''].map((display_name) =>
      used.offeredMethod({ id: 5, display_name }),
    );
  expect(names()).toEqual(['SBP', 'SBP', 'Card', 'TON', 'USDT TRC20', 'Number 5']);
  expect(used.offeredMethod({ id: 1, display_name: 'Fast', method_key: 'sbp' })).toBe('SBP');
  expect(used.roubles(-1500)).toBe('−1,500\u00A0₽');
  await setLanguage(i18n, 'ru');
  expect(names().slice(0, 3)).toEqual(['СБП', 'СБП', 'Карта']);
});

test.each([
  [0, false],
  [999, false],
  [1000, true],
])(
  'a withdrawal is offered from the least that the service takes: %i',
  async (balance, offered) => {
    const { root, show } = await openWindow({
      service: (control) => {
        control.account().referral_balance = balance;
      },
    });
    show(ReferralPage);
    await expect.poll(() => root.text()).toContain('Referral balance');
    expect(root.find('form').exists()).toBe(offered);
    expect(root.text().includes('Withdrawals begin at')).toBe(!offered);
  },
);

test('a history of nothing leads to the shop', async () => {
  const { root, router, show } = await openWindow();
  await router.push('/money/history?show=purchases');
  show(HistoryPart);
  await expect.poll(() => root.find('a[href$="/shop"]').exists()).toBe(true);
});

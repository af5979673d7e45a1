import { mount } from '@vue/test-utils';
import { describe, expect, test } from 'vitest';
import { isOpen } from '#renderer/lib/stores/journal.ts';
import { wholeNumber } from '#renderer/money/amount-field.ts';
import { cardNumber, phoneNumber } from '#renderer/money/passing-number.ts';
import PassingNumber from '#renderer/money/PassingNumber.vue';
import { mounting } from '#test/renderer/lib/window-fixture.ts';

describe('a phone number', () => {
  test.each([
    ['+79001234567'],
    ['+7 (900) 123-45-67'],
    ['8 900 123 45 67'],
    ['7 900 123 45 67'],
    ['900 123-45-67'],
    ['\u00A0+7\u00A0900\u2013123\u20114567'],
  ])('typed as "%s" is sent as +7 and ten digits', (typed) => {
    expect(phoneNumber(typed)).toBe('+79001234567');
  });

  test.each([
    '',
    '+7900123456',
    '+790012345678',
    '+1 900 123 45 67',
    '+7 900 ABC 45 67',
    '٩٠٠١٢٣٤٥٦٧',
  ])('is not "%s"', (typed) => {
    expect(phoneNumber(typed)).toBeNull();
  });
});

describe('a card number', () => {
  test('is sent as its digits alone', () => {
    expect(cardNumber(' 4000 0566-5566 5556 ')).toBe('4000056655665556');
  });

  test.each(['', '4000 0566 5566 5557', '4000 0566 5566 555x', '4'])('is not "%s"', (typed) => {
    expect(cardNumber(typed)).toBeNull();
  });
});

describe('an amount', () => {
  test.each([
    ['500', 500],
    [' 15 000 ', 15_000],
    ['1\u00A0000', 1000],
  ])('typed as "%s" is whole', (typed, amount) => {
    expect(wholeNumber(typed)).toBe(amount);
  });

  test.each(['', '1.5', '1,000', '-5', '1e3', '1234567890'])('is not "%s"', (typed) => {
    expect(wholeNumber(typed)).toBeNaN();
  });
});

test('an entry blocks another until its outcome is known', () => {
  const states = ['sending', 'unclear', 'waiting', 'stopped', 'done', 'refused'] as const;
  expect(states.filter((state) => isOpen({ state }))).toEqual(['sending', 'unclear', 'waiting']);
});

describe('the field of a number that must not be kept', () => {
  const mounted = async () =>
    mount(PassingNumber, {
      props: { modelValue: false, kind: 'card', hint: 'Not kept' },
      ...(await mounting()),
    });
  const exposed = (field: Awaited<ReturnType<typeof mounted>>) =>
    field.vm as unknown as { take: () => string | null; wipe: () => void };

  test('returns its number on request, and otherwise shows only whether there is one', async () => {
    const field = await mounted();
    await field.get('input').setValue('4000 0566 5566 5556');
    expect(field.emitted('update:modelValue')).toEqual([[true]]);
    expect(exposed(field).take()).toBe('4000056655665556');
    expect(JSON.stringify(field.emitted())).not.toContain('5566');
  });

  test('reports a wrong one when the focus leaves, not while the user types', async () => {
    const field = await mounted();
    await field.get('input').setValue('4000 0566 5566 5557');
    expect(field.text()).toContain('Not kept');
    await field.get('input').trigger('blur');
    expect(field.text()).toContain('A digit is wrong');
  });

  test('is empty once it is wiped, and when it goes', async () => {
    const field = await mounted();
    const { element } = field.get('input');
    await field.get('input').setValue('4000 0566 5566 5556');
    exposed(field).wipe();
    expect(element.value).toBe('');
    await field.get('input').setValue('4000 0566 5566 5556');
    field.unmount();
    expect(element.value).toBe('');
  });
});

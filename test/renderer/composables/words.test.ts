import { mount } from '@vue/test-utils';
import { describe, expect, test } from 'vitest';
import { h } from 'vue';
import { useWords } from '#renderer/composables/words/use-words.ts';
import { createWords } from '#renderer/i18n.ts';
import type { MessageKey } from '#renderer/locales/messages.ts';

describe('a message', () => {
  test('is said with its values and in the form of its count', async () => {
    const words = createWords();
    await words.speak('en');
    expect(words.say('stats.days', { n: '1,000' }, 1000)).toBe('1,000 days');
    expect(words.say('stats.days', { n: 1 }, 1)).toBe('1 day');
    await words.speak('ru');
    expect([1, 3, 5, 21].map((n) => words.say('stats.days', { n }, n))).toEqual([
      '1 день',
      '3 дня',
      '5 дней',
      '21 день',
    ]);
  });

  test('is said again where it is shown when the language changes', async () => {
    const words = createWords();
    await words.speak('en');
    const shown = mount(
      {
        setup: () => useWords(),
        render: ({ t }: ReturnType<typeof useWords>) => h('p', t('action.copy')),
      },
      { global: { plugins: [words] } },
    );
    expect([shown.text(), document.documentElement.lang]).toEqual(['Copy', 'en']);
    await words.speak('ru');
    expect([shown.text(), document.documentElement.lang]).toEqual(['Скопировать', 'ru']);
    shown.unmount();
  });

  test('that does not exist says its name', async () => {
    const words = createWords();
    await words.speak('en');
    expect(words.say('no.such' as MessageKey, { n: 1 })).toBe('no.such');
  });
});

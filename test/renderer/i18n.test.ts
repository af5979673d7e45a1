import { mount } from '@vue/test-utils';
import { describe, expect, test } from 'vitest';
import { h } from 'vue';
import { createI18n, setLanguage, type MessageLoaders, type useI18n } from '#renderer/lib/i18n.ts';

describe('a message', () => {
  test('is shown with its values and in the form of its count', async () => {
    const i18n = createI18n();
    await setLanguage(i18n, 'en');
    expect(i18n.global.t('time.days', { n: '1,000' }, 1000)).toBe('1,000 days');
    expect(i18n.global.t('time.days', { n: 1 }, 1)).toBe('1 day');
    await setLanguage(i18n, 'ru');
    expect([1, 3, 5, 21].map((n) => i18n.global.t('time.days', { n }, n))).toEqual([
      '1 день',
      '3 дня',
      '5 дней',
      '21 день',
    ]);
  });

  test('is shown for a number that is no count', async () => {
    const i18n = createI18n();
    const say = (n: number) => i18n.global.t('time.days', { n: String(n) }, n);
    await setLanguage(i18n, 'en');
    expect([1.5, 0, -2, 1e21].map(say)).toEqual(['1.5 days', '0 days', '-2 days', '1e+21 days']);
    await setLanguage(i18n, 'ru');
    expect([1.5, 0, -2].map(say)).toEqual(['1.5 дня', '0 дней', '-2 дня']);
  });

  test('is updated where it is shown when the language changes', async () => {
    const i18n = createI18n();
    await setLanguage(i18n, 'en');
    const shown = mount(
      { render: ({ t }: ReturnType<typeof useI18n>) => h('p', t('action.copy')) },
      { global: { plugins: [i18n] } },
    );
    expect([shown.text(), document.documentElement.lang]).toEqual(['Copy', 'en']);
    await setLanguage(i18n, 'ru');
    expect([shown.text(), document.documentElement.lang]).toEqual(['Копировать', 'ru']);
    shown.unmount();
  });

  test('that does not exist is shown as its name', async () => {
    const i18n = createI18n();
    await setLanguage(i18n, 'en');
    expect(i18n.global.t('no.such', { n: 1 })).toBe('no.such');
  });
});

test('the window shows the last of two languages requested at once, whichever loads last', async () => {
  const i18n = createI18n();
  const gate = Promise.withResolvers<undefined>();
  const load: MessageLoaders = {
    en: () => import('#renderer/locales/en.json'),
    ru: () => gate.promise.then(() => import('#renderer/locales/ru.json')),
  };
  const first = setLanguage(i18n, 'ru', load);
  await setLanguage(i18n, 'en', load);
  gate.resolve(undefined);
  await first;
  expect([i18n.global.locale.value, document.documentElement.lang]).toEqual(['en', 'en']);
  await Promise.all([setLanguage(i18n, 'en', load), setLanguage(i18n, 'ru', load)]);
  expect([i18n.global.locale.value, document.documentElement.lang]).toEqual(['ru', 'ru']);
});

import { flushPromises, mount } from '@vue/test-utils';
import { createPinia } from 'pinia';
import { describe, expect, test } from 'vitest';
import MaskedSecret from '#renderer/components/secret/MaskedSecret.vue';
import { createI18n, setLanguage } from '#renderer/i18n.ts';

describe('a masked secret', () => {
  async function revealed() {
    const i18n = createI18n();
    await setLanguage(i18n, 'en');
    const masked = mount(MaskedSecret, {
      props: {
        name: 'Subscription key',
        said: 'Subscription key copied',
        mark: 'subscription 1',
        copy: () => Promise.resolve({ ok: true as const, value: { clearsAt: null } }),
        reveal: () =>
          Promise.resolve({
            ok: true as const,
            value: { text: 'the-first-secret', until: Date.now() + 60_000 },
          }),
      },
      global: { plugins: [createPinia(), i18n] },
    });
    await masked.get('[data-reveal]').trigger('keydown', { key: 'Enter' });
    await flushPromises();
    return masked;
  }

  test('is shown at the press of the eye, and masked again at the next', async () => {
    const masked = await revealed();
    expect(masked.text()).toContain('the-first-secret');
    await masked.get('[data-reveal]').trigger('keyup', { key: 'Enter' });
    await masked.get('[data-reveal]').trigger('keydown', { key: 'Enter' });
    expect(masked.html()).not.toContain('the-first-secret');
  });

  test('is masked when another takes its place', async () => {
    const masked = await revealed();
    await masked.setProps({ mark: 'subscription 2' });
    expect(masked.html()).not.toContain('the-first-secret');
  });
});

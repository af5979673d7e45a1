import { flushPromises, mount } from '@vue/test-utils';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { fail, ok } from '#contract/failure.ts';
import SecretField from '#renderer/secret/SecretField.vue';
import { mounting } from '#test/renderer/lib/window-fixture.ts';

describe('a masked secret', () => {
  const secretOf = (path: string) => ({ of: 'read', id: 'profile.get', input: {}, path }) as const;

  afterEach(() => {
    vi.unstubAllGlobals();
  });

  async function revealed(
    answer: unknown = ok({ text: 'the-first-secret', until: Date.now() + 60_000 }),
  ) {
    const { global } = await mounting();
    vi.stubGlobal('culvert', {
      call: (name: string) =>
        name === 'secrets.reveal' ? Promise.resolve(answer) : new Promise(() => undefined),
      listen: () => () => undefined,
    });
    const masked = mount(SecretField, {
      props: {
        name: 'Subscription key',
        said: 'Subscription key copied',
        secret: secretOf('subscription_key'),
      },
      global,
    });
    await masked.get('[data-reveal]').trigger('keydown', { key: 'Enter' });
    await flushPromises();
    return masked;
  }

  /** A key that goes down or up at this moment, milliseconds, whenever that is handled. */
  function keyAt(type: 'keydown' | 'keyup', timeStamp: number): Event {
    const event = new KeyboardEvent(type, { key: 'Enter', bubbles: true });
    Object.defineProperty(event, 'timeStamp', { value: timeStamp });
    return event;
  }

  test('is shown at the press of the eye, and masked again at the next', async () => {
    const masked = await revealed();
    expect(masked.text()).toContain('the-first-secret');
    masked.get('[data-reveal]').element.dispatchEvent(keyAt('keyup', 0));
    await masked.get('[data-reveal]').trigger('keydown', { key: 'Enter' });
    expect(masked.html()).not.toContain('the-first-secret');
  });

  test.each([
    ['stays after a short press', 100, true],
    ['is masked when a held eye is released', 400, false],
  ])('%s, however late a busy page handles it', async (_, held, stays) => {
    const masked = await revealed();
    const eye = masked.get('[data-reveal]').element;
    eye.dispatchEvent(keyAt('keyup', 0));
    eye.dispatchEvent(keyAt('keydown', 1000));
    eye.dispatchEvent(keyAt('keyup', 1001));
    await flushPromises();
    eye.dispatchEvent(keyAt('keydown', 2000));
    await flushPromises();
    eye.dispatchEvent(keyAt('keyup', 2000 + held));
    await flushPromises();
    expect(masked.text().includes('the-first-secret')).toBe(stays);
  });

  test.each([
    ['is masked', 'the-first-secret', undefined],
    ['leaves no failure behind', 'cannot be reached', fail('offline')],
  ])('%s when another takes its place', async (_, shown, answer) => {
    const masked = await revealed(answer);
    expect(masked.text()).toContain(shown);
    await masked.setProps({ secret: secretOf('other') });
    expect(masked.text()).not.toContain(shown);
  });
});

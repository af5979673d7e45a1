import { mount } from '@vue/test-utils';
import { describe, expect, test } from 'vitest';
import { failureKinds, type Failure } from '#contract/failure.ts';
import { useFailureText } from '#renderer/lib/texts/failure-text.ts';
import { mounting } from '#test/renderer/lib/window-fixture.ts';

/** The text of a failure at the time 0. */
async function textOf(failure: Failure, language: 'en' | 'ru' = 'en') {
  const { global } = await mounting(language);
  let said: ReturnType<ReturnType<typeof useFailureText>> | undefined;
  const teller = {
    setup() {
      said = useFailureText()(failure, 0);
      return () => null;
    },
  };
  mount(teller, { global }).unmount();
  return said ?? expect.fail();
}

describe('a failure in words', () => {
  test.each(failureKinds)('has a title and what to do: %s', async (kind) => {
    for (const language of ['en', 'ru'] as const) {
      const { title, text } = await textOf({ kind }, language);
      expect(title).not.toMatch(/^$|^failure\./);
      expect(text).not.toMatch(/^$|^failure\./);
    }
  });

  test('has what the service says, but not the bare name of its error', async () => {
    const said = async (message: string) => (await textOf({ kind: 'server', message })).details;
    expect(await said('INTERNAL_ERROR')).toEqual([]);
    expect(await said('The server is full')).toEqual([expect.stringContaining('is full')]);
  });

  test('of a price that changed has both amounts', async () => {
    const shown = { amount: 299, currency: 'RUB' };
    const prices = { shown, now: { amount: 2990, currency: 'RUB' } };
    const failure = { kind: 'unsent', reason: 'price-changed', prices } as const;
    const { text, details } = await textOf(failure);
    expect(text).toContain('another price');
    expect(details).toEqual([expect.stringMatching(/299\s₽\. Now: 2,990\s₽/)]);
  });

  test('of an input names the fields as the service does, and what is wrong with each', async () => {
    const issues = [
      { path: 'body.title', code: 'too_big' },
      { path: 'path.id', code: 'invalid_type' },
      { path: 'body.card_number', code: 'luhn' },
    ];
    expect((await textOf({ kind: 'invalid-input', issues })).details).toEqual([
      'title: too long or large',
      'id: missing, or of the wrong type',
      'card_number: not a valid value',
    ]);
  });

  test('names no more fields than can be read', async () => {
    const issues = Array.from({ length: 50 }, (_, at) => ({ path: String(at), code: 'other' }));
    expect((await textOf({ kind: 'invalid-input', issues })).details).toHaveLength(5);
  });

  test('of a file speaks of that place, not of the encrypted store', async () => {
    const full = await textOf({ kind: 'file', reason: 'no-space' });
    expect(full.text).toContain('Choose another place');
    expect((await textOf({ kind: 'vault', reason: 'no-space' })).text).not.toBe(full.text);
  });

  test('of a change that may have happened never says that nothing was sent', async () => {
    for (const reason of ['refused', 'cut', 'timed-out'] as const) {
      const { text } = await textOf({ kind: 'outcome-unknown', reason });
      expect(text).not.toMatch(/nothing/i);
    }
  });

  test('of a change that was answered with an error says that it may have happened', async () => {
    const failure = { kind: 'outcome-unknown', status: 503 } as const;
    const { text, details } = await textOf(failure);
    expect(text).toContain('It may have happened');
    expect(details).toEqual(['The service answered with an error (503).']);
    expect((await textOf(failure, 'ru')).text).toContain('могло выполниться');
  });
});

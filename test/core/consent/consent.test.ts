import { describe, expect, it } from 'vitest';
import { createConsent } from '#core/consent/consent.ts';
import { fakeConsentDialog } from '#test/core/fakes.ts';

const allowance = { kind: 'allowance', roubles: 500 } as const;
const isOpen = { ok: false, failure: { kind: 'declined', reason: 'asking' } };

describe('the consent of a user', () => {
  it('is requested one at a time: other requests are refused meanwhile without a dialog', async () => {
    const user = fakeConsentDialog();
    const answer = Promise.withResolvers<boolean>();
    const consent = createConsent({ ...user, ask: () => answer.promise });
    const first = consent.ask(allowance);
    expect(await consent.ask(allowance)).toEqual(isOpen);
    expect(await consent.showKey('Laptop', 'svc')).toEqual(isOpen);
    answer.resolve(true);
    expect(await first).toEqual({ ok: true, value: null });
    expect(await consent.showKey('Laptop', 'svc')).toEqual({ ok: true, value: true });
    expect(user.keys).toEqual(['svc']);
  });

  it('can be asked for again after the dialog failed', async () => {
    const user = fakeConsentDialog();
    let fails = true;
    const consent = createConsent({
      ...user,
      ask: (question) => (fails ? Promise.reject(new Error('no dialog')) : user.ask(question)),
    });
    await expect(consent.ask(allowance)).rejects.toThrow('no dialog');
    fails = false;
    expect(await consent.ask(allowance)).toEqual({ ok: true, value: null });
  });
});

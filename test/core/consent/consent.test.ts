import { describe, expect, it } from 'vitest';
import { createAllowedServices } from '#core/consent/allowed-services.ts';
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

describe('the origin of a service', () => {
  function setUp(current?: string) {
    const user = fakeConsentDialog();
    const consent = createConsent(user);
    const builtIn = 'https://api.example.com/v1';
    const services = createAllowedServices({ consent, builtIn, current: () => current });
    return { user, services };
  }

  it('is asked about once a run, and again after a refusal', async () => {
    const { user, services } = setUp();
    user.agrees = false;
    expect(await services.allow('other.example.com')).toMatchObject({
      failure: { kind: 'declined' },
    });
    user.agrees = true;
    expect(await services.allow('other.example.com/api')).toMatchObject({ ok: true });
    expect(await services.allow('https://other.example.com')).toMatchObject({ ok: true });
    const question = { kind: 'service', origin: 'https://other.example.com' };
    expect(user.questions).toEqual([question, question]);
  });

  it.each(['https://other.example.com:444', 'http://127.0.0.1:80', 'https://api.example.com.evil'])(
    'is another one where anything of it differs: %s',
    async (address) => {
      const { user, services } = setUp('https://other.example.com');
      await services.allow(address);
      expect(user.questions).toEqual([{ kind: 'service', origin: new URL(address).origin }]);
    },
  );

  it.each([
    'https://api.example.com/other',
    'https://other.example.com/x',
    'no address at all',
    '',
  ])(
    'is not asked about where it is the built-in one, the open account’s or none: %j',
    async (address) => {
      const { user, services } = setUp('https://other.example.com');
      expect(await services.allow(address)).toMatchObject({ ok: true });
      expect(user.questions).toEqual([]);
    },
  );
});

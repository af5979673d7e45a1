import { describe, expect, it } from 'vitest';
import { createConsent } from '#core/purchases/consent/consent.ts';
import { fakeConsentDialog, manualClock } from '#test/core/fakes.ts';

const question = { kind: 'lock-off' } as const;
const agreed = { ok: true, value: null };
const declined = { ok: false, failure: { kind: 'declined' } };
const isOpen = { ok: false, failure: { kind: 'declined', reason: 'asking' } };

function setUp() {
  const user = fakeConsentDialog();
  const clock = manualClock();
  const opened: boolean[] = [];
  return { user, clock, opened, consent: createConsent(user, clock, (open) => opened.push(open)) };
}

describe('the consent of a user', () => {
  it('is requested one at a time: other requests are refused meanwhile without a dialog', async () => {
    const user = fakeConsentDialog();
    const answer = Promise.withResolvers<boolean>();
    const consent = createConsent(
      { ...user, ask: () => answer.promise },
      manualClock(),
      () => undefined,
    );
    const first = consent.ask(question);
    expect(await consent.ask(question)).toEqual(isOpen);
    expect(await consent.showKey('Laptop', 'svc')).toEqual(isOpen);
    answer.resolve(true);
    expect(await first).toEqual(agreed);
    expect(await consent.showKey('Laptop', 'svc')).toEqual({ ok: true, value: true });
    expect(user.keys).toEqual(['svc']);
  });

  it('is announced while its dialog is open', async () => {
    const { user, opened, consent } = setUp();
    for (const agrees of [true, false]) {
      user.agrees = agrees;
      await consent.ask(question);
      await consent.showKey('Laptop', 'svc');
    }
    expect(opened).toEqual([true, false, true, false, true, false, true, false]);
  });

  it('can be asked for again after the dialog failed', async () => {
    const user = fakeConsentDialog();
    let fails = true;
    const consent = createConsent(
      {
        ...user,
        ask: (...values) => (fails ? Promise.reject(new Error('no dialog')) : user.ask(...values)),
      },
      manualClock(),
      () => undefined,
    );
    await expect(consent.ask(question)).rejects.toThrow('no dialog');
    fails = false;
    expect(await consent.ask(question)).toEqual(agreed);
  });

  it('is not given by a dialog that was to be closed, even if its button was pressed just then', async () => {
    const { user, consent } = setUp();
    user.agrees = undefined;
    const asked = consent.ask(question);
    consent.close();
    expect(await asked).toEqual(declined);
    const key = consent.showKey('Laptop', 'svc');
    consent.close();
    expect(await key).toEqual(declined);
    user.agrees = true;
    expect(await consent.ask(question)).toEqual(agreed);
  });
});

it('no question about a service is asked again in a run after the user signed in to it', async () => {
  const { user, consent } = setUp();
  const service = 'https://api.example.com/one';
  await consent.ask({ kind: 'sign-in', service, keyPrefix: 'svc_abcdefgh' });
  expect(await consent.ask({ kind: 'service', service })).toEqual(agreed);
  expect(user.questions).toHaveLength(1);
  await consent.ask({ kind: 'service', service: 'https://api.example.com/another' });
  expect(user.questions).toHaveLength(2);
});

describe('questions that are refused', () => {
  it('are at most three a minute, and the next one says how long it waits', async () => {
    const { user, clock, consent } = setUp();
    user.agrees = false;
    for (const wait of [10_000, 10_000, 20_000]) {
      expect(await consent.ask(question)).toEqual(declined);
      await clock.advance(wait);
    }
    const retryAt = clock.now() + 20_000;
    user.agrees = true;
    const waits = { ok: false, failure: { kind: 'declined', reason: 'refused-often', retryAt } };
    expect(await consent.ask(question)).toEqual(waits);
    await clock.advance(19_999);
    expect(await consent.ask(question)).toEqual(waits);
    expect(user.questions).toHaveLength(3);
    await clock.advance(1);
    expect(await consent.ask(question)).toEqual(agreed);
  });

  it('are those of a shown key too, and never keep Culvert locked', async () => {
    const { user, consent } = setUp();
    user.agrees = false;
    for (let time = 0; time < 3; time += 1) await consent.showKey('Laptop', 'svc');
    expect(await consent.showKey('Laptop', 'svc')).toMatchObject({
      failure: { reason: 'refused-often' },
    });
    user.agrees = true;
    for (const kind of ['unlock', 'passphrase-forgotten'] as const) {
      expect(await consent.ask({ kind })).toEqual(agreed);
    }
  });

  it('wait again after the next refusal, until the second of the minute is over', async () => {
    const { user, clock, consent } = setUp();
    user.agrees = false;
    for (let time = 0; time < 3; time += 1) {
      await consent.ask(question);
      await clock.advance(20_000);
    }
    expect(await consent.ask(question)).toEqual(declined);
    expect(await consent.ask(question)).toMatchObject({
      failure: { reason: 'refused-often', retryAt: clock.now() + 20_000 },
    });
  });

  it('are not those that were closed, agreed to, or not asked', async () => {
    const { user, consent } = setUp();
    for (let time = 0; time < 5; time += 1) {
      user.agrees = undefined;
      const asked = consent.ask(question);
      expect(await consent.ask(question)).toEqual(isOpen);
      consent.close();
      await asked;
      user.agrees = true;
      expect(await consent.ask(question)).toEqual(agreed);
    }
  });
});

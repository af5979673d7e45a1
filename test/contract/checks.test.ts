import { describe, expect, it } from 'vitest';
import { AwgBody, awgBounds, brokenAwgRelations } from '#contract/rules/awg.ts';
import { CardNumber, passesLuhn, PhoneNumber } from '#contract/rules/cards.ts';
import { success } from '#contract/envelope.ts';
import { api } from '#contract/api/index.ts';
import { ApiKey } from '#contract/values.ts';
import { specFacts } from './specification/spec-facts.ts';
import { successEnvelope } from './success-envelope.ts';

describe('the AmneziaWG parameters', () => {
  it('have the bounds of the specification', () => {
    expect(awgBounds).toEqual(specFacts.awg);
  });

  it('may all be absent, and none may be a fraction', () => {
    expect(AwgBody.safeParse({}).success).toBe(true);
    expect(AwgBody.safeParse({ jc: 1.5 }).success).toBe(false);
  });

  it('have warnings where AmneziaWG itself could not use them', () => {
    expect(brokenAwgRelations({})).toEqual([]);
    expect(brokenAwgRelations({ jmin: 70, jmax: 70, s1: 0, s2: 57, h1: 1, h2: 2 })).toEqual([]);
    expect(brokenAwgRelations({ jmin: 71, jmax: 70 })).toEqual([
      { relation: 'jmin-above-jmax', parameters: ['jmin', 'jmax'] },
    ]);
    expect(brokenAwgRelations({ h1: 1, h2: 2, h3: 1, h4: 3 })).toEqual([
      { relation: 'headers-not-distinct', parameters: ['h1', 'h3'] },
    ]);
    expect(brokenAwgRelations({ s1: 0, s2: 56 })).toEqual([
      { relation: 's1-plus-56-is-s2', parameters: ['s1', 's2'] },
    ]);
  });

  it('are not refused because of a warning', () => {
    expect(AwgBody.safeParse({ jmin: 71, jmax: 70, h1: 1, h2: 1, s1: 0, s2: 56 }).success).toBe(
      true,
    );
  });
});

describe('a card number', () => {
  it.each(['4242424242424242', '5555555555554444', '79927398713', '00'])('passes: %s', (digits) => {
    expect(passesLuhn(digits)).toBe(true);
  });

  it.each(['4242424242424241', '79927398710', '', '0', '4242 4242 4242 4242', '４２', '-18'])(
    'is refused: "%s"',
    (digits) => {
      expect(passesLuhn(digits)).toBe(false);
      expect(CardNumber.safeParse(digits).error?.issues[0]?.message).toBe('luhn');
    },
  );

  it.each(['000000000000', '4242424242424242', '0000000000000000000'])(
    'has 12 to 19 digits: %s',
    (digits) => {
      expect(CardNumber.safeParse(digits).success).toBe(true);
    },
  );

  it.each(['18', '117', '00000000000', '00000000000000000000'])(
    'has neither fewer nor more: %s',
    (digits) => {
      expect(passesLuhn(digits)).toBe(true);
      expect(CardNumber.safeParse(digits).error?.issues[0]?.message).toBe('luhn');
    },
  );
});

describe('a phone number', () => {
  it('is +7 and ten digits', () => {
    expect(PhoneNumber.safeParse('+79000000000').success).toBe(true);
    for (const bad of [
      '79000000000',
      '+7900000000',
      '+790000000000',
      '+79000000000\n',
      '8+79000000000',
      '+19000000000',
    ]) {
      expect(PhoneNumber.safeParse(bad).success, bad).toBe(false);
    }
  });
});

describe('an API key', () => {
  const good = `svc_${'a'.repeat(8)}_${'b'.repeat(24)}`;

  it('is svc, a prefix of 8 and a secret of 24', () => {
    expect(ApiKey.safeParse(good).success).toBe(true);
    for (const bad of [good.slice(1), `${good}b`, good.slice(0, -1), ` ${good}`, `${good}\n`]) {
      expect(ApiKey.safeParse(bad).success).toBe(false);
    }
  });
});

describe('the envelope', () => {
  it('reads what it writes, for data that is false or empty', () => {
    const connection = successEnvelope(api['messenger.connection'].data);
    expect(connection.parse(success(200, false)).data).toBe(false);
    const list = successEnvelope(api['configs.list'].data);
    expect(list.parse(success(200, [])).data).toEqual([]);
    const template = successEnvelope(api['customSubscriptions.template'].data);
    expect(template.parse(success(200, '')).data).toBe('');
    const deleted = successEnvelope(api['devices.deleteAll'].data);
    expect(deleted.parse({ ...success(200, 0), requestId: 'x' }).data).toBe(0);
  });

  it('is refused when it has no data or reports a failure', () => {
    const envelope = successEnvelope(api['devices.deleteAll'].data);
    expect(envelope.safeParse({ status: true, statusCode: 200 }).success).toBe(false);
    expect(envelope.safeParse({ status: false, statusCode: 200, data: 0 }).success).toBe(false);
  });
});

import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { api, type EndpointId } from '#contract/api/index.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { ActivationKey, PaymentLink, purchaseOutcome } from '#contract/purchase.ts';
import { CloudRenewal, CloudServer } from '#contract/records/cloud-servers.ts';
import { CreatedVpnConfig } from '#contract/records/configs.ts';
import { PaidOption } from '#contract/records/paid-options.ts';
import { RenewedConfig } from '#contract/records/shared.ts';
import { jsonSchemaOf, knownOf, strangeExamples } from './json-schema.ts';

const link = { link: 'https://pay.example.com/1' };
const key = { promocode: 'AAAA-BBBB-CCCC-DDDD', days: 30 };

const purchases: readonly (readonly [EndpointId, z.ZodType, boolean])[] = [
  ['configs.create', CreatedVpnConfig, true],
  ['configs.renew', RenewedConfig, false],
  ['cloudServers.create', CloudServer, false],
  ['cloudServers.renew', CloudRenewal, false],
  ['paidOptions.create', PaidOption, true],
];

describe('the result of a purchase', () => {
  it.each(purchases)('is exactly one of its cases: %s', (id, resource, asKey) => {
    const endpoint: Endpoint = api[id];
    const cases = [resource, ...(asKey ? [ActivationKey] : []), PaymentLink];
    expect(endpoint.data).toBeInstanceOf(z.ZodUnion);
    expect(endpoint.data instanceof z.ZodUnion ? endpoint.data.options : []).toEqual(cases);
    const resources = strangeExamples(jsonSchemaOf(resource));
    const bodies = [...resources, ...(asKey ? [key] : []), link];
    for (const body of bodies) {
      expect(cases.filter((schema) => schema.safeParse(body).success)).toHaveLength(1);
      expect(endpoint.data.parse(body)).toEqual(knownOf(body));
    }
  });

  it.each(purchases)('is still the resource when that has a link: %s', (id, resource) => {
    const endpoint: Endpoint = api[id];
    const [example] = strangeExamples(jsonSchemaOf(resource));
    const body = Object.assign({}, example, link);
    const read = endpoint.data.parse(body) as PaymentLink;
    expect(purchaseOutcome(read)).toEqual({ kind: 'resource', resource: knownOf(example) });
  });

  it('is refused when it matches no case completely', () => {
    const { data } = api['configs.create'];
    for (const body of [{}, { promocode: key.promocode }, { link: null }, { id: 1 }, [], null]) {
      expect(data.safeParse(body).success, JSON.stringify(body)).toBe(false);
    }
  });

  it('is classified by its case', () => {
    const read = (body: unknown) => purchaseOutcome(api['cloudServers.renew'].data.parse(body));
    expect(read(link)).toEqual({ kind: 'payment', link: link.link });
    expect(read({ renewed: false, expires_at: 0 })).toEqual({
      kind: 'resource',
      resource: { renewed: false, expires_at: 0 },
    });
    expect(purchaseOutcome(api['paidOptions.create'].data.parse(key))).toEqual({
      kind: 'key',
      key,
    });
  });
});

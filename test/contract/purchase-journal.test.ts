import { describe, expect, it } from 'vitest';
import { api, purchaseEndpoints, type EndpointId } from '#contract/api/index.ts';
import type { Endpoint } from '#contract/endpoint.ts';

const all = Object.values(api) as readonly Endpoint[];
const journalled: readonly string[] = purchaseEndpoints;

describe('the endpoints of the purchase journal', () => {
  it('are all that cost money or return a one-time secret', () => {
    const careful = all.filter(({ effect }) => ['money', 'one-time-secret'].includes(effect));
    const missing = careful.map(({ id }) => id).filter((id) => !journalled.includes(id));
    expect(missing).toEqual([]);
  });

  it('cannot be called by the window directly', () => {
    const open = purchaseEndpoints.filter((id: EndpointId) => api[id].exposure === 'window');
    expect(open).toEqual([]);
  });
});

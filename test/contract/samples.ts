import type { InputOf } from '#contract/endpoint.ts';
import type { Api, EndpointId } from '#contract/api/index.ts';
import { accountSamples } from './samples/account.ts';
import { cloudServersSamples } from './samples/cloud-servers.ts';
import { configsSamples } from './samples/configs.ts';
import { customSubscriptionsSamples } from './samples/custom-subscriptions.ts';
import { paidOptionsSamples } from './samples/paid-options.ts';
import type { Sample } from './samples/sample.ts';

/**
 * For every row an input that its schema takes and one that it refuses, for tests that go through
 * all rows. Ids are 1 throughout; a test that needs another one puts it in.
 */
export type Samples = { readonly [Id in EndpointId]: Sample<Id> };

export const samples: Samples = {
  ...accountSamples,
  ...configsSamples,
  ...cloudServersSamples,
  ...paidOptionsSamples,
  ...customSubscriptionsSamples,
};

/** An input that the row takes, typed as its own. */
export function sampleInput<Id extends EndpointId>(id: Id): InputOf<Api[Id]> {
  return samples[id].good;
}

/** An input that the row refuses. */
export function badInput(id: EndpointId): unknown {
  return samples[id].bad;
}

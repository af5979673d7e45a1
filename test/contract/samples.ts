import type { InputOf } from '#contract/endpoint.ts';
import type { Api, EndpointId } from '#contract/api/index.ts';
import { accountSamples } from './samples/account.ts';
import { cloudServersSamples } from './samples/cloud-servers.ts';
import { configsSamples } from './samples/configs.ts';
import { customSubscriptionsSamples } from './samples/custom-subscriptions.ts';
import { paidOptionsSamples } from './samples/paid-options.ts';
import type { Sample } from './samples/sample.ts';

/** A valid and an invalid input of every endpoint; ids are 1 throughout. */
type Samples = { readonly [Id in EndpointId]: Sample<Id> };

export const samples: Samples = {
  ...accountSamples,
  ...configsSamples,
  ...cloudServersSamples,
  ...paidOptionsSamples,
  ...customSubscriptionsSamples,
};

export function sampleInput<Id extends EndpointId>(id: Id): InputOf<Api[Id]> {
  return samples[id].good;
}

export function badInput(id: EndpointId): unknown {
  return samples[id].bad;
}

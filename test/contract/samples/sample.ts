import type { InputOf } from '#contract/endpoint.ts';
import type { Api, EndpointId } from '#contract/api/index.ts';

/** A valid and an invalid input of an endpoint. */
export interface Sample<Id extends EndpointId> {
  readonly good: InputOf<Api[Id]>;
  readonly bad: unknown;
}

/** One for every endpoint of these sections of the table. */
export type SamplesOf<Section extends string> = {
  readonly [Id in Extract<EndpointId, `${Section}.${string}`>]: Sample<Id>;
};

export const noInput = { good: {}, bad: { unknown: true } };
export const byId = { good: { path: { id: 1 } }, bad: { path: { id: '1' } } };

export const xray = { xray_config: '{"outbounds":[]}', public_key: null };
export const awg = {
  port: 51820,
  jc: 4,
  jmin: 40,
  jmax: 70,
  s1: 10,
  s2: 20,
  h1: 5,
  h2: 6,
  h3: 7,
  h4: 8,
};
export const titles = { good: { title: 'Berlin' }, bad: { title: '' } };

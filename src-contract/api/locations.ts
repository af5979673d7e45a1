import { z } from 'zod';
import { endpoint, forWindow, limited } from '#contract/endpoint.ts';
import { Location, X25519KeyPair } from '#contract/records/shared.ts';

/** Specification, part 2, Locations and utilities. */
export const locations = {
  'locations.list': endpoint({
    ...forWindow.read,
    path: '/locations',
    data: z.array(Location),
  }),
  /** The service keeps no copy: the answer is the only one. */
  'xray.createKeys': endpoint({
    method: 'POST',
    path: '/xray/keys',
    ...limited(1, 1),
    data: X25519KeyPair,
    statuses: [201],
    effect: 'one-time-secret',
    exposure: 'journal',
    secrets: ['private_key'],
  }),
};

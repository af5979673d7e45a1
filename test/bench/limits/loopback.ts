import type { Bench } from '../figure.ts';

/** Placeholder until the local service is at hand. */
export const loopback: Bench = { id: 'limits.loopback', long: true, run: async () => [] };

import type { Random } from '#service/random.ts';
import type { Readings } from '#service/readings.ts';
import type { State } from './state.ts';

/** The service's data with the clock, the randomness and the address that its changes need. */
export interface Store {
  readonly state: State;
  readonly random: Random;
  readonly readings: Readings;
  /** Unix seconds, whole. */
  now(): number;
  /** Unix milliseconds. */
  nowMs(): number;
  /** Address that links of the service begin with; no slash at its end. */
  baseUrl(): string;
}

export function nextId(store: Pick<Store, 'state'>): number {
  const id = store.state.next_id;
  store.state.next_id += 1;
  return id;
}

export const daySeconds = 86_400;

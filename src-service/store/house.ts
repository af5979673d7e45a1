import type { Random } from '#service/random.ts';
import type { State } from './state.ts';

/** What everything that changes the store works with: the data, the time, and randomness. */
export interface House {
  readonly state: State;
  readonly random: Random;
  /** Unix seconds, whole. */
  now(): number;
  /** Unix milliseconds. */
  nowMs(): number;
  /** Address that links of the service begin with; no slash at its end. */
  baseUrl(): string;
}

export function nextId(house: Pick<House, 'state'>): number {
  const id = house.state.next_id;
  house.state.next_id += 1;
  return id;
}

export const daySeconds = 86_400;

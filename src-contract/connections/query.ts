import type { ConnectionSource } from '#contract/ipc/connections.ts';
import type { ShownState } from '#contract/rules/connection-state.ts';

/** Which connections are listed: those that pass every field. An empty list lets all pass. */
export interface ConnectionFilter {
  readonly search: string;
  readonly sources: readonly ConnectionSource[];
  readonly countries: readonly string[];
  readonly protocols: readonly string[];
  readonly states: readonly ShownState[];
  /** As `isExpiring`. */
  readonly expiring: boolean;
  readonly favourites: boolean;
  /** Answered when it was last checked from here, in this network. */
  readonly working: boolean;
  readonly failing: boolean;
}

/** By what the list is sorted. Favourites come first in every order but that of the time left. */
export interface ConnectionOrder {
  readonly by: 'title' | 'place' | 'protocol' | 'expiry' | 'created' | 'check' | 'state';
  readonly descending: boolean;
}

export interface ConnectionQuery {
  readonly filter: ConnectionFilter;
  readonly order: ConnectionOrder;
}

export const noFilter: ConnectionFilter = {
  search: '',
  sources: [],
  countries: [],
  protocols: [],
  states: [],
  expiring: false,
  favourites: false,
  working: false,
  failing: false,
};

export const titleOrder: ConnectionOrder = { by: 'title', descending: false };
export const expiryOrder: ConnectionOrder = { by: 'expiry', descending: false };

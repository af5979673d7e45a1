/** How often a connection worked in this network, as far as that is remembered. */
export interface HistoryHere {
  /** What the user calls this network; empty for nothing. */
  readonly network: string;
  readonly worked: number;
  readonly total: number;
  /** When it last worked, Unix milliseconds; `null` for never. */
  readonly workedAt: number | null;
}

export interface KnownNetwork {
  readonly id: number;
  /** Empty where the user gave it none. */
  readonly name: string;
  /** When something was last checked in it, Unix milliseconds. */
  readonly at: number;
  readonly results: number;
  readonly isHere: boolean;
}

/** The longest name of a network, characters. */
export const maxNetworkName = 40;

/** The host alone of a host with its ports: whatever listens there is on the same server. */
export const serverOf = (host: string): string => host.replace(/:[\d,-]+$/, '');

/**
 * The checked input of any row of the journal: the fields of all of them, each absent where its row
 * has it not.
 */
export interface Asked {
  readonly path?: {
    /** The configuration that is renewed. */
    readonly config_id?: number;
    /** The custom subscription whose key is reset. */
    readonly id?: number;
  };
  readonly body?: {
    readonly location_id?: number;
    readonly protocol?: string;
    readonly server_id?: number;
    readonly tariff_config_id?: number;
    readonly hostname?: string;
    readonly paid_option_id?: number;
    readonly payment_method_id?: number;
    readonly tariff_id?: number;
    readonly days?: number;
    readonly promocode?: string;
    readonly as_key?: boolean;
    readonly amount?: number;
    readonly card_number?: string;
    readonly phone_number?: string;
    readonly name?: string;
  };
}

/** A withdrawal's numbers live as long as their request. */
const passing: readonly string[] = ['card_number', 'phone_number'];

/** The input as it is sealed with the intent. */
export function keptInput(asked: Asked): Asked {
  if (asked.body === undefined) return asked;
  const left = Object.entries(asked.body).filter(([name]) => !passing.includes(name));
  return { ...asked, body: Object.fromEntries(left) };
}

/** A kept input as it may be shown: `null` where there is a promocode, which is as good as money. */
export function shownInput(asked: Asked): unknown {
  if (asked.body?.promocode === undefined) return asked;
  return { ...asked, body: { ...asked.body, promocode: null } };
}

/** Last four digits of the card, which is all that is kept of it. */
export function lastDigits(asked: Asked): string {
  return asked.body?.card_number?.slice(-4) ?? '';
}

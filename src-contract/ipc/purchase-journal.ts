import { z } from 'zod';
import { command, noInput } from './command.ts';
import { purchaseEndpoints } from '#contract/api/index.ts';
import type { Failure } from '#contract/failure.ts';
import type { ProductKind } from '#contract/constants.ts';
import { Money } from '#contract/values.ts';

/** What the window may ask of the journal, and its entries without secrets (docs/purchases.md). */

/**
 * The state of a journal entry.
 *
 * - `preparing`: the state before the purchase is being read; nothing was sent.
 * - `sending`: the request was sent; waiting for its answer.
 * - `finding-out`: no complete answer arrived; history, balance and lists are read to reconcile it.
 * - `not-seen`: no effect has been seen, although the request's own deadline has passed.
 * - `unclear`: something happened that may be its effect; `candidates` lists it.
 * - `waiting`: a payment link was issued; Culvert polls whether it is used.
 * - `stopped`: no longer polled; the link is still here.
 * - `done`: it succeeded; `by` says how that is known.
 * - `link-lost`: a payment was opened and not paid, and its link did not arrive. Nothing was spent.
 * - `orphan`: a key was made and its secret did not arrive; it can be removed.
 * - `lost`: the answer did not arrive; nothing was spent or changed; it can be sent again.
 * - `refused`: nothing happened. Only after a restart; otherwise the call itself fails with it.
 */
const purchaseStates = [
  'preparing',
  'sending',
  'finding-out',
  'not-seen',
  'unclear',
  'waiting',
  'stopped',
  'done',
  'link-lost',
  'orphan',
  'removed',
  'lost',
  'refused',
] as const;
export type PurchaseState = (typeof purchaseStates)[number];

/** A request is out, or is being reconciled: these go on by themselves. */
export const underWay: ReadonlySet<PurchaseState> = new Set([
  'preparing',
  'sending',
  'finding-out',
]);

/** Nothing new is started for the product until the user has decided. */
export const openStates: ReadonlySet<PurchaseState> = new Set([
  ...underWay,
  'not-seen',
  'unclear',
  'waiting',
]);

/** Secrets kept until the user has saved them. `answer`: the service's raw answer. */
export const purchaseSecrets = [
  'api-key',
  'activation-key',
  'payment-link',
  'messenger-link',
  'private-key',
  'public-key',
  'answer',
] as const;
export type PurchaseSecret = (typeof purchaseSecrets)[number];

/** A payment of the history that may belong to an entry. */
export const PaymentCandidate = z
  .object({
    id: z.number(),
    type: z.string().nullable(),
    method: z.string(),
    amount: z.string().nullable(),
    days: z.number(),
    paid: z.boolean(),
    /** Unix seconds. */
    createdAt: z.number(),
  })
  .readonly();
export type PaymentCandidate = z.output<typeof PaymentCandidate>;

/** An API key that was created and whose secret was lost. */
const OrphanKey = z.object({ id: z.number(), name: z.string(), keyPrefix: z.string() }).readonly();
export type OrphanKey = z.output<typeof OrphanKey>;

const PurchaseResult = z
  .object({
    /** How it is known: the service said so, or its traces agree. */
    by: z.enum(['answer', 'match']),
    /** Id of the configuration, cloud server, paid option, withdrawal or key. */
    resource: z.number().exactOptional(),
    /** Unix seconds. */
    expiresAt: z.number().exactOptional(),
    days: z.number().exactOptional(),
    /** Id of the entry in the payment history. */
    payment: z.number().exactOptional(),
    /** `false`: the service answered that it did not renew. */
    renewed: z.boolean().exactOptional(),
  })
  .readonly();
export type PurchaseResult = z.output<typeof PurchaseResult>;

/** The input of any purchase endpoint: what Culvert looks at, each field absent where not used. */
export const PurchaseInput = z.looseObject({
  path: z
    .looseObject({
      config_id: z.number().optional(),
      /** What auto-renewal is of, or the custom subscription whose key is reset. */
      id: z.number().optional(),
    })
    .optional(),
  body: z
    .looseObject({
      location_id: z.number().optional(),
      protocol: z.string().optional(),
      server_id: z.number().optional(),
      tariff_config_id: z.number().optional(),
      hostname: z.string().optional(),
      paid_option_id: z.number().optional(),
      payment_method_id: z.number().optional(),
      tariff_id: z.number().optional(),
      days: z.number().optional(),
      /** `null` where it is shown: there is one, and it is as good as money. */
      promocode: z.string().nullable().optional(),
      as_key: z.boolean().optional(),
      amount: z.number().optional(),
      card_number: z.string().optional(),
      phone_number: z.string().optional(),
      bank_id: z.string().optional(),
      enable_auto_renewal: z.boolean().optional(),
      enabled: z.boolean().optional(),
      name: z.string().optional(),
    })
    .optional(),
});
export type PurchaseInput = z.output<typeof PurchaseInput>;

/** What is the same for every entry of an endpoint, from the endpoint's descriptor in main. */
export interface PurchaseTraits {
  readonly productKind: ProductKind | null;
  /** Whether sending it twice spends twice. */
  readonly spends: boolean;
  /** Its secrets are an API key: main shows them itself (`purchases.showKey`). */
  readonly holdsApiKey: boolean;
  /** What shows that the link of an answer was used: its payment, or the messenger's connection. */
  readonly linkUse: 'payment' | 'messenger';
}

/** What is stored of an entry and shown as it is. */
export const PurchaseFields = z.object({
  id: z.string(),
  /** As it was passed to `purchases.submit`. */
  ticket: z.string(),
  endpoint: z.enum(purchaseEndpoints),
  /** Stored without the transient fields of its endpoint; shown, a promocode reads `null`. */
  input: PurchaseInput,
  /** Last four digits of the card of a withdrawal; empty otherwise. */
  lastDigits: z.string(),
  /** What the thing was called when it was sent; empty where it has no name or main knows none. */
  subject: z.string(),
  /** The account had it already: it was extended. */
  renews: z.literal(true).exactOptional(),
  /** How long it was bought for; `null` where it is for no time or that is not known. */
  days: z.number().nullable(),
  state: z.enum(purchaseStates),
  /** How often it was sent; `purchases.retry` must name it. */
  attempts: z.number(),
  /** Unix milliseconds. */
  createdAt: z.number(),
  changedAt: z.number(),
  result: PurchaseResult.nullable(),
  /** What the form showed, once sent what was read before; `null` for none or unknown. */
  price: Money.nullable(),
  /** Roubles that were taken from the balance, by its payment; `null` while that is not known. */
  charged: z.number().nullable(),
  candidates: z.array(PaymentCandidate).readonly(),
  /** Keys of the requested name that appeared while no secret arrived: one in `orphan`. */
  orphans: z.array(OrphanKey).readonly(),
  /** Roubles, of a withdrawal those of the referral balance; `null` before the first look. */
  balance: z.object({ before: z.number(), last: z.number().nullable() }).readonly().nullable(),
});
type PurchaseFields = Readonly<z.output<typeof PurchaseFields>>;

export interface PurchaseEntry extends PurchaseFields, PurchaseTraits {
  /** The window's page of the thing that a finished entry is about; `null` where there is none. */
  readonly page: string | null;
  readonly failure: Failure | null;
  /** What it holds for the user, and how many characters each is. */
  readonly secrets: readonly { readonly name: PurchaseSecret; readonly hidden: number }[];
  /** It stays listed until `purchases.markSaved`. */
  readonly unsaved: boolean;
  /** Where its link leads; `opened` once it was opened. */
  readonly link: {
    readonly host: string;
    readonly opened: boolean;
    /** `false`: not https, so Culvert does not open it. */
    readonly opens: boolean;
  } | null;
  /** A withdrawal's numbers are not stored: confirming it again needs them again. */
  readonly needsInput: boolean;
}

/** An entry that cannot be read is left unchanged; `secrets.copy` gives its record as `answer`. */
export interface UnreadablePurchase {
  readonly id: string;
  /** Unix milliseconds; `null` where not even that can be read. */
  readonly createdAt: number | null;
}

export interface PurchaseJournal {
  /** Newest first. */
  readonly entries: readonly PurchaseEntry[];
  readonly unreadable: readonly UnreadablePurchase[];
  /** `false`: this session lives in memory, and so does the journal. */
  readonly persistent: boolean;
}

export interface PurchaseStarted {
  readonly entry: PurchaseEntry;
  /** `false`: nothing was sent; `entry` is the entry that blocks it, or the one that was found. */
  readonly started: boolean;
}

const ById = z.strictObject({ id: z.string().max(64) });

export const purchaseCommands = {
  'purchases.list': command<PurchaseJournal>()(noInput),
  /**
   * Sends one endpoint once, after main has asked the user where that is needed. `ticket` is a random
   * name that the form makes when it opens: the same ticket is the same purchase, however often it is
   * clicked. `price` is what the form shows: where the service has another, it fails with
   * `price-changed`. Answers when an answer came or was lost; fails when nothing happened for certain.
   */
  'purchases.submit': command<PurchaseStarted>()(
    z.strictObject({
      ticket: z.string().min(8).max(64),
      endpoint: z.enum(purchaseEndpoints),
      input: z.unknown(),
      price: Money.optional(),
    }),
  ),
  /** Sends again what was not seen or is unclear. `attempts` must be what the user was shown. */
  'purchases.retry': command<PurchaseStarted>()(
    z.strictObject({
      id: z.string().max(64),
      attempts: z.int(),
      input: z.unknown().optional(),
    }),
  ),
  /** Takes a finished entry off the list. Fails while it is under way or holds something unsaved. */
  'purchases.dismiss': command<PurchaseJournal>()(ById),
  /** Shows a new API key in main's own dialog; answers with the copy that was requested there. */
  'purchases.showKey': command<{ copied: { clearsAt: number | null } | null }>()(
    z.strictObject({ id: z.string().max(64), secret: z.enum(purchaseSecrets) }),
  ),
  /** The user has saved what the entry holds: it is wiped. Main asks where they may not have it. */
  'purchases.markSaved': command<PurchaseEntry>()(ById),
  /** Opens the link in the browser, once main has asked the user. */
  'purchases.openLink': command<PurchaseEntry>()(ById),
  'purchases.stopWaiting': command<PurchaseEntry>()(ById),
  'purchases.removeOrphan': command<PurchaseEntry>()(
    z.strictObject({ id: z.string().max(64), key: z.int() }),
  ),
} as const;

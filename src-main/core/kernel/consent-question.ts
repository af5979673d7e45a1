import type { Authority, ProxyKind } from '#contract/ipc/network.ts';
import type { ProductKind } from '#contract/constants.ts';
import type { Expiring } from '#contract/upcoming/expiring.ts';
import type { Money } from '#contract/values.ts';

export type AutoRenewalAfter = 'turned-on' | 'not-turned-on' | 'stays-on' | 'stays-off';

/** What renews itself within the forecast's days, and is not paid from the balance after a change. */
export interface Shortfall {
  /** When the first of it expires, Unix seconds. */
  readonly at: number;
  readonly first: Pick<Expiring, 'kind' | 'title'>;
  readonly count: number;
  /** What they cost together. */
  readonly roubles: number;
}

export interface PurchaseQuestion {
  readonly kind: 'purchase';
  readonly product: ProductKind;
  /** `renew`: the account has it already, and it is extended. `key`: it is bought as an activation key. */
  readonly action: 'buy' | 'renew' | 'key';
  /** What the thing is called; empty where main does not know. May hold anything. */
  readonly subject: string;
  /** Where something new will be, and by which protocol, where that is chosen. May hold anything. */
  readonly place?: string;
  /** How long it is bought for; `null`: main does not know it. */
  readonly days: number | null;
  /** When what is renewed expires by the list that was read last, Unix seconds; `null`: not known. */
  readonly expiresAt: number | null;
  /** Until when it lasts then, Unix seconds; `null` where main cannot know it. */
  readonly until: number | null;
  readonly by: 'balance' | 'promocode' | 'payment-method';
  /** `null`: main does not know it. */
  readonly price: Money | null;
  /** Roubles, read for this question; `null` where it was not, or is not what pays. */
  readonly balance: number | null;
  /** `null` for a key, and where main does not know it. */
  readonly autoRenewal: AutoRenewalAfter | null;
  /** Where auto-renewal is on after it: for how long it renews, and for how much; `null`: not known. */
  readonly renews?: { readonly days: number | null; readonly price: Money | null };
  readonly shortfall?: Shortfall;
  /** What is renewed does not work from here. */
  readonly fails?: true;
}

interface QuestionAccount {
  /** Its e-mail; empty where it has none. May hold anything. */
  readonly account: string;
  /** Origin and path. */
  readonly service: string;
}

export interface LinkQuestion extends QuestionAccount {
  readonly kind: 'link';
  /** What it is for: what is bought, or the account's balance or messenger. */
  readonly purpose:
    | Pick<PurchaseQuestion, 'product' | 'action' | 'subject'>
    | 'top-up'
    | 'messenger';
  /** `null`: there is none, or main does not know it. */
  readonly price: Money | null;
  readonly origin: string;
}

/** Many things are changed one after another: asked about once, as a whole. */
export interface BatchQuestion {
  readonly kind: 'batch';
  readonly action: 'renew' | 'auto-renewal' | 'delete' | 'remove-devices';
  readonly count: number;
  /** What the first of them are called; empty where they have no name. May hold anything. */
  readonly names: readonly string[];
  /** For how long each is renewed, the shortest and the longest; `null` where nothing is renewed. */
  readonly days: readonly [number, number] | null;
  /** What the first of those are called that do not work from here, and their number. */
  readonly failing?: { readonly count: number; readonly names: readonly string[] };
  /** Taken for all together; `null` for nothing, or where main does not know it. */
  readonly sum: Money | null;
  /** Roubles, as the service said just now; `null` where nothing is paid. */
  readonly balance: number | null;
  readonly shortfall?: Shortfall;
}

/** A connection is changed until it answers from here: to the second only where the first does not. */
export interface RepairQuestion {
  readonly kind: 'repair';
  /** What it is called; empty where it has no name. May hold anything. */
  readonly subject: string;
  /** The place is empty where the service has no name for it, or it is not chosen. May hold anything. */
  readonly steps: readonly { readonly protocol: string; readonly place: string }[];
  /** How many subscriptions are known to have it. */
  readonly subscriptions: number;
  /** The devices that the user said its present key is on. May hold anything. */
  readonly devices: readonly string[];
}

/** The facts of a question, from the very input that is sent; the shell has the words. */
export type ConsentQuestion =
  | PurchaseQuestion
  | BatchQuestion
  | RepairQuestion
  | {
      readonly kind: 'withdrawal';
      /** Whole roubles of the referral balance. */
      readonly amount: number;
      readonly to:
        | { readonly by: 'card'; readonly number: string }
        | { readonly by: 'sbp'; readonly phone: string; readonly bank: string };
    }
  | { readonly kind: 'api-key'; readonly name: string }
  | {
      readonly kind: 'key-reset';
      readonly of: 'account' | 'subscription';
      readonly subject: string;
    }
  | {
      readonly kind: 'auto-renewal';
      readonly product: ProductKind;
      readonly subject: string;
      readonly days: number;
      /** What that costs now; `null`: main does not know it. */
      readonly price: Money | null;
      readonly shortfall?: Shortfall;
    }
  /** A key that this computer does not have yet is to be used, and stored. */
  | {
      readonly kind: 'sign-in';
      /** Origin and path. */
      readonly service: string;
      /** The part of it that lists of keys show. */
      readonly keyPrefix: string;
    }
  /** The account's key and everything stored of it are erased here. */
  | ({ readonly kind: 'sign-out' } & QuestionAccount)
  /** Something that the service does not show again is erased, and the user may not have it. */
  | { readonly kind: 'erasure'; readonly of: 'secret' | 'unreadable-entry'; readonly name: string }
  /** API keys, or secrets that are shown once, go into a file. */
  | { readonly kind: 'backup'; readonly keys: boolean; readonly secrets: boolean }
  /** A link that the service gave is opened in the browser. */
  | LinkQuestion
  | { readonly kind: 'lock-off' }
  /** Culvert locked itself, and is to open the account again. */
  | { readonly kind: 'unlock' }
  | { readonly kind: 'passphrase-on' }
  /** It was forgotten: every account of this computer is forgotten with it. */
  | { readonly kind: 'passphrase-forgotten' }
  /** By its origin and path. */
  | { readonly kind: 'service'; readonly service: string }
  | {
      readonly kind: 'proxy';
      readonly proxy: Exclude<ProxyKind, 'none'>;
      readonly host: string;
      readonly port: number;
      /** The name that is sent to it with a password; empty for none. May hold anything. */
      readonly user: string;
    }
  /** A check contacts an address of this computer or its networks. The title may hold anything. */
  | { readonly kind: 'check-local'; readonly title: string; readonly address: string }
  | { readonly kind: 'authority'; readonly authorities: readonly Authority[] };

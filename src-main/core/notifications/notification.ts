import type { AccountEvent } from '#contract/ipc/inbox.ts';

/**
 * Off, not known whether the balance covers it, or what the balance lacks, whole roubles; `atLeast` where
 * a price or something else is not known.
 */
export type NotRenewedReason =
  | 'off'
  | 'unknown'
  | { readonly roubles: number; readonly atLeast: boolean };

/** What the user's system is asked to tell, without words. No field of it is secret. */
export type SystemNotification =
  | (AccountEvent & {
      /** How many more of its kind there are, which are in the inbox. */
      readonly others: number;
    })
  | (SystemNotificationContent & {
      readonly path: string;
    });

type SystemNotificationContent =
  | { readonly kind: 'inbox'; readonly count: number }
  | {
      readonly kind: 'expiring';
      /** The most urgent first; titles are the service's and may be empty. */
      readonly titles: readonly string[];
      /** Expiry of the most urgent one, Unix milliseconds. */
      readonly expiresAt: number;
      readonly why: NotRenewedReason;
    }
  | { readonly kind: 'payment' }
  | {
      /** Favourites that no longer answer from this network, or answer again. */
      readonly kind: 'stopped-here' | 'back-here';
      readonly title: string;
      readonly others: number;
      /** What a click copies: one that works from here. */
      readonly copy?: { readonly key: string; readonly title: string };
    }
  | { readonly kind: 'server-back'; readonly title: string; readonly others: number };

export type SystemNotificationKind = SystemNotification['kind'];

export const notificationSettings = {
  inbox: 'notifyMoney',
  expiring: 'notifyTerms',
  payment: 'notifyMoney',
  'server-back': 'notifyMachines',
  'stopped-here': 'notifyMachines',
  'back-here': 'notifyMachines',
  'favourite-down': 'notifyMachines',
  'favourite-up': 'notifyMachines',
  traffic: 'notifyTerms',
  device: 'notifyMachines',
} as const;

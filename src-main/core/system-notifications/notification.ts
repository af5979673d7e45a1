/** Why something that expires will not renew itself. `unknown`: whether it can be paid is not known. */
export type NotRenewedReason = 'off' | 'short' | 'unknown';

/** What the user's system is asked to tell, without words. No field of it is secret. */
export type SystemNotification = SystemNotificationContent & {
  /** The page of the window that shows it. */
  readonly path: string;
};

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
  | { readonly kind: 'server-back'; readonly title: string };

export type SystemNotificationKind = SystemNotification['kind'];

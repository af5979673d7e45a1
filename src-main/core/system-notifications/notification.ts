/** Why something that expires will not renew itself. `unknown`: whether it can be paid is not known. */
export type Unrenewed = 'off' | 'short' | 'unknown';

/** What the person's system is asked to tell, without words. No field of it is secret. */
export type Notice = NoticeContent & {
  /** The page of the window that shows it. */
  readonly path: string;
};

type NoticeContent =
  | { readonly kind: 'inbox'; readonly count: number }
  | {
      readonly kind: 'expiring';
      /** The most urgent first; titles are the service's and may be empty. */
      readonly titles: readonly string[];
      /** Of the most urgent, Unix milliseconds. */
      readonly expiresAt: number;
      readonly why: Unrenewed;
    }
  | { readonly kind: 'payment' }
  | { readonly kind: 'server-back'; readonly title: string };

export type NoticeKind = Notice['kind'];

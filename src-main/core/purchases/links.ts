import type { PurchaseSecret } from '#contract/ipc/purchase-journal.ts';
import { isLoopback } from '#core/network/service-address.ts';

export interface Link {
  readonly url: string;
  /** With its port; international names as they are looked up. Empty for what is no address. */
  readonly host: string;
  readonly opens: boolean;
}

/**
 * The link that an entry holds. It opens when it is https and carries no user name, which could make
 * one host look like another. The demonstration service on this machine speaks http: its own links
 * open too, and no other http link does.
 */
export function linkIn(
  entry: { readonly secrets: Readonly<Partial<Record<PurchaseSecret, string>>> },
  service: string,
): Link | null {
  const text = entry.secrets['payment-link'] ?? entry.secrets['messenger-link'];
  if (text === undefined) return null;
  const url = URL.parse(text);
  if (url === null) return { url: text, host: '', opens: false };
  const plain = url.username === '' && url.password === '';
  const here = url.protocol === 'http:' && isLoopback(url);
  const own = here && url.origin === URL.parse(service)?.origin;
  return { url: url.href, host: url.host, opens: plain && (url.protocol === 'https:' || own) };
}

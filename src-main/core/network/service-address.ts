import { isLoopback } from '#contract/loopback.ts';

/**
 * The service's address in its stored form: origin and path without a final slash. `undefined` when
 * it is no https address (plain http is for this machine only), or carries credentials, a query or
 * a fragment. A missing scheme means https.
 */
export function serviceAddress(text: string): string | undefined {
  const trimmed = text.trim();
  const address = /^[a-z][a-z0-9+.-]*:\/\//i.test(trimmed) ? trimmed : `https://${trimmed}`;
  if (!URL.canParse(address)) return undefined;
  const url = new URL(address);
  const allowed = url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url));
  if (!allowed || url.username || url.password || url.search || url.hash) return undefined;
  return `${url.origin}${url.pathname}`.replace(/(?<!\/)\/+$/, '');
}

import { isLoopback } from '#contract/loopback.ts';

/** Origin and path; `undefined` for what is not https or this machine, or has more parts. */
export function serviceAddress(text: string): string | undefined {
  const trimmed = text.trim();
  const address = /^[a-z][a-z0-9+.-]*:\/\//i.test(trimmed) ? trimmed : `https://${trimmed}`;
  if (!URL.canParse(address)) return undefined;
  const url = new URL(address);
  const allowed = url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url));
  if (!allowed || url.username || url.password || url.search || url.hash) return undefined;
  return `${url.origin}${url.pathname}`.replace(/(?<!\/)\/+$/, '');
}

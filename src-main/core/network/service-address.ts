import { serviceUrl } from '#contract/loopback.ts';

/** Origin and path; `undefined` for what is not https or this machine, or has more parts. */
export function serviceAddress(text: string): string | undefined {
  const url = serviceUrl(text);
  if (url === null || url.username || url.password || url.search || url.hash) return undefined;
  return `${url.origin}${url.pathname}`.replace(/(?<!\/)\/+$/, '');
}

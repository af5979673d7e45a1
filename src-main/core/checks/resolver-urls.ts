import type { CheckResolver } from '#contract/check-resolvers.ts';

/** The address of each resolver, by IP, so that the network's DNS does not have to resolve its name. */
export const resolverUrls: Readonly<Record<CheckResolver, string>> = {
  cloudflare: 'https://1.1.1.1/dns-query',
  google: 'https://8.8.8.8/dns-query',
};

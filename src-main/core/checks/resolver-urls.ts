import type { CheckResolver } from '#contract/check-resolvers.ts';

/** Where each answers, by number: the network's DNS is not asked for the resolver's own name. */
export const resolverUrls: Readonly<Record<CheckResolver, string>> = {
  cloudflare: 'https://1.1.1.1/dns-query',
  google: 'https://8.8.8.8/dns-query',
};

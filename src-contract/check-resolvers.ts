/**
 * The DNS-over-HTTPS resolvers that checks may use: a fixed list, so nothing names another host.
 */
export const checkResolvers = ['cloudflare', 'google'] as const;
export type CheckResolver = (typeof checkResolvers)[number];

/** Who runs each. */
export const resolverOwners: Readonly<Record<CheckResolver, string>> = {
  cloudflare: 'Cloudflare',
  google: 'Google',
};

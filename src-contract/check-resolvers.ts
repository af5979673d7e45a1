/**
 * The encrypted resolvers (DNS over HTTPS, RFC 8484) that checks may compare addresses with. The list
 * is fixed, so that no window and no file can have names sent to another host.
 */
export const checkResolvers = ['cloudflare', 'google'] as const;
export type CheckResolver = (typeof checkResolvers)[number];

/** Who runs each. */
export const resolverOwners: Readonly<Record<CheckResolver, string>> = {
  cloudflare: 'Cloudflare',
  google: 'Google',
};

/**
 * The encrypted resolvers (DNS over HTTPS, RFC 8484) that checks may compare addresses with. The list
 * is fixed, so that no window and no file can have names sent to another host. They are addressed by
 * number: the network's DNS is not asked for their own name.
 */
export const checkResolvers = ['cloudflare', 'google'] as const;
export type CheckResolver = (typeof checkResolvers)[number];

/** Who runs each, and where it answers. */
export const resolverFacts: Readonly<
  Record<CheckResolver, { readonly owner: string; readonly url: string }>
> = {
  cloudflare: { owner: 'Cloudflare', url: 'https://1.1.1.1/dns-query' },
  google: { owner: 'Google', url: 'https://8.8.8.8/dns-query' },
};

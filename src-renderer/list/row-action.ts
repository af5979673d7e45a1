import type { NamedForm } from '#contract/connections/form-choices.ts';
import type { ConnectionRow, ExportForm } from '#contract/ipc/connections.ts';
import { renewableOf } from '#contract/connections/sources.ts';
import { products, type Renewable } from '#contract/products.ts';
import { owningKey } from '#contract/rules/connection-key.ts';

export type PlainAction =
  | 'qr'
  | 'client'
  | 'check'
  | 'find'
  | 'favourite'
  | 'rename'
  | 'renew'
  | 'open';

export type RowAction =
  | (NamedForm & { readonly kind: 'copy' })
  | { readonly kind: 'save'; readonly form: ExportForm }
  | { readonly kind: PlainAction };

/** Its product; `undefined` for what is not renewed by itself. */
export function renewedFor({
  key,
  expiresAt,
}: Pick<ConnectionRow, 'key' | 'expiresAt'>): Renewable | undefined {
  const renewable = owningKey(key) === key ? renewableOf(key) : undefined;
  return renewable?.kind === 'config' && expiresAt === null ? undefined : renewable;
}

/** The page with the form that renews a server or an option; a configuration's is its connection's. */
export const renewalPage = ({ kind, id }: Renewable): string => `${products[kind].page(id)}?renew`;

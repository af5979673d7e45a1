import type { ConnectionRow, LeavingForm, ExportForm } from '#contract/ipc/connections.ts';
import { renewableOf } from '#contract/connections/sources.ts';
import type { Renewable } from '#contract/products.ts';
import { owningKey } from '#contract/rules/connection-key.ts';

/** What the menu of a row can do with its connection. */
export type RowAction =
  | { readonly kind: 'copy'; readonly form: LeavingForm }
  | { readonly kind: 'save'; readonly form: ExportForm }
  | {
      readonly kind: 'qr' | 'client' | 'check' | 'find' | 'favourite' | 'rename' | 'renew' | 'open';
    };

/**
 * What renewing a row's connection renews: its configuration or its cloud server. `undefined` for
 * what does not expire, for a paid option, which is bought again, and for a subconfig, which is
 * renewed with its configuration.
 */
export function renewedFor({
  key,
  expiresAt,
}: Pick<ConnectionRow, 'key' | 'expiresAt'>): Renewable | undefined {
  const renewable = owningKey(key) === key ? renewableOf(key) : undefined;
  if (renewable?.kind === 'server') return renewable;
  return renewable?.kind === 'config' && expiresAt !== null ? renewable : undefined;
}

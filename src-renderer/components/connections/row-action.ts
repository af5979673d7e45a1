import type { ConnectionRow, LeavingForm, ExportForm } from '#contract/ipc/connections.ts';
import { parseConnectionKey } from '#contract/rules/connection-key.ts';

/** What the menu of a row can do with its connection. */
export type RowAction =
  | { readonly kind: 'copy'; readonly form: LeavingForm }
  | { readonly kind: 'save' | 'qr'; readonly form: ExportForm }
  | { readonly kind: 'client' | 'check' | 'find' | 'favourite' | 'rename' | 'renew' | 'open' };

/**
 * What is renewed so that a connection goes on: its configuration, or the cloud server that it runs
 * on. `null` where neither is: a paid option is bought again, a subconfig goes by its owner.
 */
export function renewedFor({
  key,
  expiresAt,
}: Pick<ConnectionRow, 'key' | 'expiresAt'>):
  { readonly kind: 'config' } | { readonly kind: 'server'; readonly serverId: number } | null {
  const id = parseConnectionKey(key);
  if (id?.source === 'config') return expiresAt === null ? null : { kind: 'config' };
  if (id?.source === 'cloud' || id?.source === 'proxy') {
    return { kind: 'server', serverId: id.serverId };
  }
  return null;
}

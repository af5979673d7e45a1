import type { ExportForm } from '#contract/ipc/connections.ts';

/** What the menu of a row can do with its connection. */
export type RowAction =
  | { readonly kind: 'copy' | 'save' | 'qr'; readonly form: ExportForm }
  | { readonly kind: 'client' | 'check' | 'favourite' | 'rename' | 'open' };

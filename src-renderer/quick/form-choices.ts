import type { ConnectionRow, ExportForm } from '#contract/ipc/connections.ts';

/** A form of a connection, and what is done with it. */
export interface FormChoice {
  readonly kind: 'copy' | 'qr';
  readonly form: ExportForm;
}

/** All that can be done with a connection in the quick copy window; the first is what Enter does. */
export function formChoices({ forms }: Pick<ConnectionRow, 'forms'>): FormChoice[] {
  const copies = forms.map((form) => ({ kind: 'copy' as const, form }));
  // Xray's JSON is longer than a code can be.
  const codes = forms
    .filter((form) => form !== 'xray')
    .map((form) => ({ kind: 'qr' as const, form }));
  return [...copies, ...codes];
}

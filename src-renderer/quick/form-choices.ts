import { primaryForm } from '#contract/connections/primary-form.ts';
import type { ConnectionRow, ExportForm } from '#contract/ipc/connections.ts';
import type { Settings } from '#contract/ipc/settings.ts';

/** A form of a connection, and what is done with it. */
export interface FormChoice {
  readonly kind: 'copy' | 'qr';
  /** Absent for the code of the primary form, which is for the app that the user scans with. */
  readonly form?: ExportForm;
}

/** All that can be done with a connection in the quick copy window; the first is what Enter does. */
export function formChoices(
  row: Pick<ConnectionRow, 'protocol' | 'forms'>,
  { pasteApp, scanApp }: Pick<Settings, 'pasteApp' | 'scanApp'>,
): FormChoice[] {
  const copied = primaryForm(row, pasteApp)?.form;
  const drawn = primaryForm(row, scanApp, 'scan')?.form;
  if (copied === undefined) return [];
  const copies = [copied, ...row.forms.filter((form) => form !== copied)];
  // Xray's JSON is longer than a code can be.
  const codes = row.forms.filter((form) => form !== drawn && form !== 'xray');
  return [
    ...copies.map((form) => ({ kind: 'copy' as const, form })),
    { kind: 'qr' },
    ...codes.map((form) => ({ kind: 'qr' as const, form })),
  ];
}

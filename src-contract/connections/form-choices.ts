import {
  convertedFormsFor,
  type ConnectionRow,
  type ExportApp,
  type LeavingForm,
} from '#contract/ipc/connections.ts';
import type { Settings } from '#contract/ipc/settings.ts';
import { primaryForm } from './primary-form.ts';

export interface NamedForm {
  readonly form: LeavingForm;
  /** As this app's own form for it. */
  readonly app?: ExportApp;
}

export interface FormChoice extends NamedForm {
  readonly kind: 'copy' | 'save' | 'qr';
}

type Formed = Pick<ConnectionRow, 'protocol' | 'forms'>;

/** Of the forms that are offered as files. */
export const fileExtensions: Partial<Record<LeavingForm, string>> = {
  awg: '.conf',
  xray: '.json',
  'sing-box': '.json',
  mihomo: '.yaml',
};

/**
 * Every form of a connection: what the service gives, what AmneziaVPN imports, and what Culvert writes for
 * other programs (`written`: which values would be lost is known only of an open connection).
 */
export function formsOf(
  { protocol, forms }: Formed,
  written: readonly LeavingForm[] = convertedFormsFor(protocol),
): FormChoice[][] {
  if (forms.length === 0) return [];
  const imported = forms.find((form) => form === 'awg' || form === 'xray');
  const own = imported && { form: imported, app: 'amnezia-vpn' as const };
  return [
    // No app scans Xray's JSON, which is longer than a code can be.
    ...forms.map((form) => [...asText(form), ...(form === 'xray' ? [] : [drawn(form)])]),
    ...(own ? [(['copy', 'qr'] as const).map((kind) => ({ kind, ...own }))] : []),
    ...written.map(asText),
  ];
}

/** The same as one list without files: first what Enter copies, then the other texts, then the codes. */
export function formsInTurn(
  row: Formed,
  { pasteApp, scanApp }: Pick<Settings, 'pasteApp' | 'scanApp'>,
): FormChoice[] {
  const copied = primaryForm(row, pasteApp);
  const scanned = primaryForm(row, scanApp, 'scan');
  const place = ({ kind, form, app }: FormChoice) => {
    const first = kind === 'copy' ? copied : scanned;
    return (kind === 'copy' ? 0 : 2) + Number(form !== first?.form || (app ?? null) !== first.app);
  };
  return formsOf(row)
    .flat()
    .filter(({ kind }) => kind !== 'save')
    .sort((one, other) => place(one) - place(other));
}

function asText(form: LeavingForm): FormChoice[] {
  const copy = { kind: 'copy', form } as const;
  return fileExtensions[form] === undefined ? [copy] : [copy, { kind: 'save', form }];
}

const drawn = (form: LeavingForm): FormChoice => ({ kind: 'qr', form });

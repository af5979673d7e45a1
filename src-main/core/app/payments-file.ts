import type { CheckedInput } from '#contract/ipc.ts';
import { paymentColumns } from '#contract/ipc/purchase-journal.ts';
import type { Result } from '#contract/failure.ts';
import type { Payment } from '#contract/records/money.ts';
import type { Account } from '#core/session/account.ts';
import type { AppParts } from './app-parts.ts';
import { savedAs } from '#core/kernel/saving.ts';
import { readPages } from '#core/purchases/snapshot.ts';

/** The most that the endpoint gives at once (specification, part 3, Limits). */
const pageSize = 100;

type Texts = CheckedInput<'purchases.savePayments'>;

/** Reads all payments of an account and saves them as CSV where the user says. */
export async function savePayments(
  account: Account,
  texts: Texts,
  { options, session, settings }: AppParts,
): Promise<Result<{ readonly name: string | null }>> {
  const payments = await readPages(
    pageSize,
    (offset) =>
      account.client.call(
        'payments.history',
        { query: { limit: pageSize, offset } },
        { priority: 'user', acceptPartial: true },
      ),
    () => false,
  );
  if (!payments.ok) return payments;
  const bytes = new TextEncoder().encode(
    paymentsCsv(payments.value, texts, settings.get().resolvedLanguage === 'ru' ? ';' : ','),
  );
  const day = new Date(options.clock.now()).toISOString().slice(0, 10);
  return savedAs(() =>
    options.shell.saveFile(`payments-${day}.csv`, bytes, () => session.current() === account),
  );
}

/** CSV (RFC 4180) with a byte order mark for Excel; Russian spreadsheets want `;`. */
export function paymentsCsv(
  payments: readonly Payment[],
  { headings, words }: Texts,
  separator: ',' | ';',
): string {
  const cell = (text: string): string => {
    const harmless = withoutFormulas(text);
    return /[",;\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
  };
  const word = (value: string): string =>
    (Object.hasOwn(words, value) ? words[value] : undefined) ?? value;
  const valueOf = (payment: Payment, column: (typeof paymentColumns)[number]): string => {
    if (column === 'created_at') return localTime(payment.created_at);
    const value = payment[column];
    return value === null ? '' : typeof value === 'number' ? String(value) : word(String(value));
  };
  const lines = [
    paymentColumns.map((column) => headings[column]),
    ...payments.map((payment) => paymentColumns.map((column) => valueOf(payment, column))),
  ];
  return `\uFEFF${lines.map((line) => `${line.map(cell).join(separator)}\r\n`).join('')}`;
}

/** A spreadsheet runs what begins like a formula, also behind a foreign separator. */
function withoutFormulas(text: string): string {
  if (/^-?\d+(?:\.\d+)?$/.test(text)) return text;
  return text
    .split(/([,;\t\r\n])/)
    .map((part) => (/^[\s"]*[=+\-@]/.test(part) ? `'${part}` : part))
    .join('')
    .replace(/^[\t\r]/, "'$&");
}

/** `2026-11-23 13:20:00` in the system's zone; as it is where it is no moment. */
function localTime(seconds: number): string {
  const at = new Date(seconds * 1000);
  if (Number.isNaN(at.getTime())) return String(seconds);
  return new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'medium' }).format(at);
}

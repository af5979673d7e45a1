import { createHash } from 'node:crypto';
import { fail, type Result } from '#contract/failure.ts';
import type { CheckedInput } from '#contract/ipc.ts';
import type { Expiring } from '#contract/upcoming/expiring.ts';
import { unseenCharacters } from '#contract/unseen-characters.ts';
import type { Account } from '#core/session/account.ts';
import type { AppParts } from './app-parts.ts';
import { savedAs } from '#core/kernel/saving.ts';
import { cachedRenewals } from '#core/notifications/expiry.ts';

type Choice = CheckedInput<'purchases.saveCalendar'>;

/** Saves the dates on which something of the account expires where the user says. */
export async function saveCalendar(
  account: Account,
  choice: Choice,
  { options, session }: AppParts,
): Promise<Result<{ readonly name: string | null }>> {
  const now = options.clock.now();
  const { things: all } = cachedRenewals(account.readCache, account.connections);
  const things = all.filter(({ expiresAt }) => expiresAt > now && expiresAt < latest);
  if (things.length === 0) return fail('not-found');
  const text = calendarText(things, choice, { now, account: account.id });
  return savedAs(() =>
    options.shell.saveFile('expiry.ics', new TextEncoder().encode(text), () => {
      return session.current() === account;
    }),
  );
}

/** What a calendar can write: years have four digits. */
const latest = Date.UTC(9999, 11, 31);

/**
 * A calendar of one event for each thing (RFC 5545). A thing has the same identifier in every file,
 * whatever it is called and whenever it expires, so that a calendar moves its event and adds no
 * other. The identifier is a hash: it says nothing of the account.
 *
 * @param things at least one, for a calendar has at least one component
 */
export function calendarText(
  things: readonly Expiring[],
  { titled, words }: Choice,
  { now, account }: { readonly now: number; readonly account: string },
): string {
  const events = things.flatMap((thing) => {
    const word = words[thing.kind][thing.autoRenewal ? 'renews' : 'expires'];
    const title = titled ? thing.title.trim() : '';
    return [
      'BEGIN:VEVENT',
      `UID:${identifier(`${account} ${thing.key}`)}`,
      `DTSTAMP:${utc(now)}`,
      `DTSTART:${utc(thing.expiresAt)}`,
      `SUMMARY:${escaped(title === '' ? word : `${word}: ${title}`)}`,
      'CLASS:PRIVATE',
      'TRANSP:TRANSPARENT',
      'END:VEVENT',
    ];
  });
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Culvert//Expiry//EN',
    ...events,
    'END:VCALENDAR',
  ];
  return lines.map((line) => `${folded(line)}\r\n`).join('');
}

function identifier(name: string): string {
  return createHash('sha256').update(name).digest('hex').slice(0, 32);
}

/** A moment in Unix milliseconds as `20261123T132000Z` (3.3.5, form 2). */
function utc(ms: number): string {
  return new Date(ms)
    .toISOString()
    .replace(/\.\d{3}/, '')
    .replaceAll(/[-:]/g, '');
}

/** A value of type TEXT (3.3.11): one line, which no control in it ends. */
function escaped(text: string): string {
  return text.replace(unseenCharacters, ' ').replaceAll(/[\\;,]/g, String.raw`\$&`);
}

/** A line is at most 75 octets long without its end; what follows begins with a space (3.1). */
function folded(line: string): string {
  let text = '';
  let octets = 0;
  for (const character of line) {
    const size = Buffer.byteLength(character);
    if (octets + size > 75) {
      text += '\r\n ';
      octets = 1;
    }
    text += character;
    octets += size;
  }
  return text;
}

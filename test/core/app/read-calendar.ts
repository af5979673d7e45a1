/**
 * A strict reader of calendar files (RFC 5545), as far as Culvert writes them. It is written from the
 * standard, not from the writer, and throws at everything that the standard forbids.
 */

export interface CalendarEvent {
  readonly uid: string;
  readonly summary: string;
  /** Unix milliseconds. */
  readonly start: number;
  readonly stamp: number;
  /** All of its properties by name. */
  readonly properties: Readonly<Record<string, string>>;
}

type Properties = Record<string, string>;

export function readCalendar(bytes: Uint8Array): CalendarEvent[] {
  const [begin, ...lines] = contentLines(bytes);
  if (begin !== 'BEGIN:VCALENDAR' || lines.pop() !== 'END:VCALENDAR') {
    throw new Error('no calendar');
  }
  const calendar: Properties = {};
  const events: CalendarEvent[] = [];
  let event: Properties | undefined;
  for (const line of lines) {
    const { name, value } = property(line);
    if (name === 'BEGIN' && value === 'VEVENT' && event === undefined) event = {};
    else if (name === 'END' && value === 'VEVENT' && event !== undefined) {
      events.push(eventOf(event));
      event = undefined;
    } else if (name === 'BEGIN' || name === 'END') throw new Error(`misplaced: ${line}`);
    else {
      const of = event ?? calendar;
      if (Object.hasOwn(of, name)) throw new Error(`${name} occurs twice`);
      of[name] = value;
    }
  }
  // 3.6: both are required, and at least one component.
  if (calendar['VERSION'] !== '2.0' || !calendar['PRODID'])
    throw new Error('no version or product');
  if (events.length === 0) throw new Error('no component');
  if (new Set(events.map(({ uid }) => uid)).size < events.length) throw new Error('an UID twice');
  return events;
}

/** Unfolded lines (3.1): each physical line is UTF-8, ends with CRLF, and has at most 75 octets. */
function contentLines(bytes: Uint8Array): string[] {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  const lines: string[] = [];
  for (let at = 0; at < bytes.length;) {
    const end = bytes.indexOf(0x0d, at);
    if (end === -1 || bytes[end + 1] !== 0x0a) throw new Error('a line without CRLF');
    if (end - at > 75) throw new Error(`a line of ${String(end - at)} octets`);
    const text = decoder.decode(bytes.subarray(at, end));
    if (/[\0-\u0008\n\u000b-\u001f\u007f]/.test(text)) throw new Error('a control');
    if (text.startsWith(' ')) lines.push((lines.pop() ?? '') + text.slice(1));
    else lines.push(text);
    at = end + 2;
  }
  return lines;
}

function property(line: string): { name: string; value: string } {
  const [, name, value] = /^([A-Z-]+):(.*)$/su.exec(line) ?? [];
  if (name === undefined || value === undefined) throw new Error(`no property: ${line}`);
  return { name, value };
}

function eventOf(properties: Properties): CalendarEvent {
  const { UID: uid = '', DTSTAMP: stamp = '', DTSTART: start = '', SUMMARY = '' } = properties;
  if (uid === '') throw new Error('no UID');
  return { uid, stamp: time(stamp), start: time(start), summary: text(SUMMARY), properties };
}

/** 3.3.5, form 2: UTC. */
function time(value: string): number {
  const [, year, month, day, hour, minute, second] =
    /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(value) ?? [];
  const ms = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  if (Number.isNaN(ms)) throw new Error(`no time: ${value}`);
  return ms;
}

/** 3.3.11: a backslash, a semicolon and a comma are escaped, and nothing else but a line break. */
function text(value: string): string {
  if (/(?<!\\)(?:\\\\)*[;,]/.test(value)) throw new Error(`not escaped: ${value}`);
  return value.replaceAll(/\\(.?)/gs, (_, escaped: string) => {
    if (escaped === 'n' || escaped === 'N') return '\n';
    if (!['\\', ';', ','].includes(escaped)) throw new Error(`wrongly escaped: ${value}`);
    return escaped;
  });
}

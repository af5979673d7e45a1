import { z } from 'zod';
import type { ServiceTime } from '#contract/ipc/sync.ts';
import type { Clock, PlainFiles } from './ports.ts';
import { parseStored } from './stored-json.ts';

/** An answer of the service, as far as it says what time it is there. */
export interface DatedAnswer {
  readonly service: string;
  /** Its `Date` header: whole seconds, cut off, of when it began to answer. */
  readonly date: string | undefined;
  /** When the request was sent, monotonic milliseconds. */
  readonly sentAt: number;
}

export type ServiceClock = ReturnType<typeof createServiceClock>;

/** How the computer's clock was off when it was last known, so that a start knows before an answer. */
const fileName = 'clock.json';
/** No clock is further off; what a damaged file says might be no time at all, milliseconds. */
const furthestOff = 100 * 366 * 86_400_000;
const Remembered = z.object({ offset: z.number().min(-furthestOff).max(furthestOff) });
/** Smaller differences are those of the network and of whole seconds, milliseconds. */
const noticeableMs = 2000;

/** The service's time less the monotonic clock's, between two bounds. */
interface Known {
  readonly service: string;
  readonly earliest: number;
  readonly latest: number;
  readonly sleptSince: boolean;
}

/** The service's time once an answer showed it, else the computer's; `onChange`: another time counts. */
export function createServiceClock(
  clock: Clock,
  files: Pick<PlainFiles, 'read' | 'write'>,
  onChange: () => void,
) {
  let known: Known | undefined;
  /** The service that has answered, with its time or without. */
  let reached: string | undefined;
  let remembered = parseStored(files.read(fileName) ?? '', Remembered)?.offset ?? 0;
  let published: ServiceTime = { offset: 0, known: false };
  let asleepAt: number | undefined;
  const lead = () => clock.now() - clock.monotonic();

  /** A computer's clock that agrees with the answers is exact; another one is corrected. */
  function offset(): number {
    // Until it is known: not later than either the computer's word or what was wrong with it before.
    if (known === undefined) return Math.min(0, remembered);
    const now = lead();
    return Math.round(Math.min(Math.max(now, known.earliest), known.latest) - now);
  }

  function changed(): void {
    const next = { offset: offset(), known: reached !== undefined };
    if (next.known === published.known && isAlike(next.offset, published.offset)) return;
    published = next;
    if (known && !isAlike(next.offset, remembered)) {
      remembered = next.offset;
      files.write(fileName, JSON.stringify({ offset: remembered }));
    }
    onChange();
  }

  return {
    ...clock,
    now: () => clock.now() + offset(),
    /** The computer's own clock, Unix milliseconds: for what is compared with other runs alone. */
    computerNow: () => clock.now(),
    /** Never later than the service's own clock; `undefined` until it has answered, or since a sleep. */
    serviceTime: (): number | undefined =>
      known === undefined || known.sleptSince
        ? undefined
        : Math.floor(known.earliest + clock.monotonic()),
    state: (): ServiceTime => ({ offset: offset(), known: reached !== undefined }),
    /** Learns from an answer of the service that has just arrived. */
    answered({ service, date = '', sentAt }: DatedAnswer) {
      reached = service;
      const time = Date.parse(date);
      if (!Number.isNaN(time)) {
        const earliest = time - clock.monotonic();
        known = { service, earliest, latest: time + 1000 - sentAt, sleptSince: false };
      }
      changed();
    },
    follow(service: string) {
      if (known?.service !== service) known = undefined;
      if (reached !== service) reached = undefined;
      changed();
    },
    /** The system goes to sleep, where the monotonic clock may stand still, or wakes. */
    setAsleep(asleep: boolean) {
      if (asleep) asleepAt ??= lead();
      else if (asleepAt !== undefined) {
        const slept = Math.max(0, lead() - asleepAt);
        asleepAt = undefined;
        known = known && { ...known, latest: known.latest + slept, sleptSince: true };
        changed();
      }
    },
  };
}

function isAlike(one: number, other: number): boolean {
  return Math.abs(one - other) < noticeableMs;
}

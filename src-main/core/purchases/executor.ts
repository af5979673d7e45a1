import type { EndpointId } from '#contract/api/index.ts';
import { ok, type Failure, type Result } from '#contract/failure.ts';
import type { ApiClient } from '#core/api/api-client.ts';
import { VaultError, type Clock } from '#core/ports.ts';
import { isCertain, notUnderstood, sealedAnswer, understood } from './answers.ts';
import type { Asked } from './request/asked.ts';
import { mayBeSentAgain, type Entry } from './entry.ts';
import type { Journal } from './journal.ts';
import { kindOf } from './request/kinds.ts';
import type { Look } from './reconciliation/look.ts';
import { findingOut, lateWatch, waitForLink } from './reconciliation/search.ts';
import type { Span, View } from './reconciliation/view.ts';
import type { Watches } from './watches.ts';

/** How long the service may take over a request that was begun, seconds: all its deadlines. */
const requestS = 60;

/** How far the service's clocks may be apart, and how much later than asked it may act, seconds. */
const earlyS = 10;
const lateS = 30;

/** What happens to an entry from its sending on, by itself. */
export interface Course {
  /**
   * Sends an entry that is prepared: seals the intent, sends it once, seals its answer. Answers with
   * the entry when something came of it or may have; fails when it is certain that nothing did, and
   * leaves the entry then to the caller.
   */
  send(entry: Entry, asked: Asked, baseline: View): Promise<Result<Entry>>;
  /** Goes on with an entry where it was left. */
  goOn(entry: Entry): void;
}

/**
 * @param options.update changes an entry, on the disk and for whoever shows it
 * @param options.happened hears of every row that took effect or may have
 */
export function createCourse(options: {
  readonly client: ApiClient;
  readonly journal: Journal;
  readonly look: Look;
  readonly clock: Clock;
  readonly watches: Watches;
  readonly update: (id: string, change: Partial<Entry>) => Entry | undefined;
  /** Shows the journal as it is now. */
  readonly show: () => void;
  readonly happened: (row: EndpointId) => void;
}): Course {
  const { client, journal, clock, watches, update } = options;

  /** When a request that leaves now can have its effect, by the service's clock. */
  function spanFrom(baseline: View, takenAt: number): Span {
    const sentAt = baseline.time + (clock.now() - takenAt) / 1000;
    return { from: sentAt - earlyS, until: sentAt + requestS + lateS };
  }

  async function send(entry: Entry, asked: Asked, baseline: View): Promise<Result<Entry>> {
    const { id, row } = entry;
    const takenAt = clock.now();
    let held: Failure | undefined;
    const result: Result<unknown> = await client.call(row, asked as never, {
      priority: 'person',
      beforeSend() {
        const sending: Entry = {
          ...entry,
          state: 'sending',
          attempts: entry.attempts + 1,
          span: spanFrom(baseline, takenAt),
          answer: null,
          failure: null,
          changedAt: clock.now(),
        };
        try {
          journal.putForSure(sending, baseline);
        } catch (error) {
          if (!(error instanceof VaultError)) throw error;
          held = { kind: 'vault', reason: error.reason, endpoint: row };
          return false;
        }
        overtake(sending);
        options.show();
        return true;
      },
      onAnswer({ status, body }) {
        update(id, { answer: { status, body: Buffer.from(body).toString('base64') } });
      },
    });
    const failure = held ?? (result.ok ? undefined : result.failure);
    if (failure && isCertain(failure)) return { ok: false, failure };
    return ok(conclude(id, result) ?? entry);
  }

  /** Traces that come now may be this one's: what was not seen before is no longer looked for. */
  function overtake({ row, asked }: Entry): void {
    const { lane } = kindOf(row, asked);
    for (const other of journal.entries()) {
      if (!mayBeSentAgain.has(other.state)) continue;
      if (kindOf(other.row, other.asked).lane !== lane) continue;
      watches.stop(other.id);
      update(other.id, { overtaken: true });
    }
  }

  /** Takes an answer, or the loss of one, for what it is. */
  function conclude(id: string, result: Result<unknown>): Entry | undefined {
    const entry = journal.get(id);
    if (!entry) return undefined;
    if (result.ok) {
      options.happened(entry.row);
      const outcome = understood(entry, result.value);
      const linked = entry.row === 'messenger.connect' && isConnected(journal.baseline(id));
      const state = linked ? 'stopped' : outcome.state;
      const next = update(id, { ...outcome, state, answer: null, failure: null });
      if (state === 'waiting') waitForLink(id, options);
      return next;
    }
    const text = notUnderstood(entry);
    const inDoubt = {
      failure: result.failure,
      answer: null,
      ...(text !== undefined && { secrets: { answer: text } }),
    };
    if (kindOf(entry.row, entry.asked).judge === null) {
      return update(id, { ...inDoubt, state: 'lost' });
    }
    const next = update(id, { ...inDoubt, state: 'finding-out' });
    findingOut(id, requestS * 1000, options);
    return next;
  }

  function goOn(entry: Entry): void {
    const { id, row, state, answer } = entry;
    switch (state) {
      case 'sending': {
        const result: Result<unknown> = answer
          ? sealedAnswer(row, answer)
          : { ok: false, failure: { kind: 'outcome-unknown', endpoint: row } };
        if (result.ok || !isCertain(result.failure)) conclude(id, result);
        else update(id, { state: 'refused', failure: result.failure, answer: null });
        break;
      }
      case 'finding-out':
        findingOut(id, requestS * 1000, options);
        break;
      case 'not-seen':
      case 'unclear':
        lateWatch(id, options);
        break;
      case 'waiting':
        waitForLink(id, options);
        break;
      default:
    }
  }

  return { send, goOn };
}

function isConnected(before: View | undefined): boolean {
  return before?.things[0]?.key === '1';
}

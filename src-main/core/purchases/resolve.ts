import { api } from '#contract/api/index.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import type { Failure, Result } from '#contract/failure.ts';
import { readAnswer } from '#core/api/answer.ts';
import type { Entry } from './entry.ts';
import type { MatchResult } from './match.ts';
import { descriptors } from './products/descriptors.ts';
import { isMessengerConnected } from './products/messenger.ts';
import type { Snapshot } from './snapshot.ts';

/** Reads the answer that an earlier run stored, or fails as `outcome-unknown` where there is none. */
export function storedAnswer({ endpoint: id, answer }: Entry): Result<unknown> {
  if (answer === null) return { ok: false, failure: { kind: 'outcome-unknown', endpoint: id } };
  const endpoint: Endpoint = api[id];
  const body = Buffer.from(answer.body, 'base64');
  return readAnswer(endpoint, { status: answer.status, headers: {}, body });
}

/** The changes of an entry whose answer says that it was carried out. */
export function resolvedByAnswer(
  entry: Entry,
  data: unknown,
  baseline: Snapshot | undefined,
): Partial<Entry> {
  const { interpret, linkUse } = descriptors[entry.endpoint];
  const outcome = interpret(data, entry.input);
  // A messenger that was connected before does not show whether this link was used.
  const linked = linkUse === 'messenger' && isMessengerConnected(baseline);
  return { ...outcome, state: linked ? 'stopped' : outcome.state, answer: null, failure: null };
}

/** An answer that could not be read is kept as a secret: it is shown only once. */
export function unresolved({ endpoint, answer }: Entry, failure: Failure): Partial<Entry> {
  const text =
    answer !== null && answer.status >= 200 && answer.status <= 299
      ? Buffer.from(answer.body, 'base64').toString()
      : '';
  return {
    state: descriptors[endpoint].match === null ? 'lost' : 'finding-out',
    failure,
    answer: null,
    ...(text !== '' && { secrets: { answer: text } }),
  };
}

export function resolvedByMatch(
  { secrets, balance }: Entry,
  match: MatchResult,
  now: Snapshot,
): Partial<Entry> {
  const seen = { balance: seenBalance(balance, now) };
  switch (match.kind) {
    case 'nothing':
      return { ...seen, state: 'not-seen', candidates: [], orphans: [] };
    case 'unclear': {
      const { candidates, orphans } = match;
      return { ...seen, state: 'unclear', candidates, orphans };
    }
    case 'done': {
      const { result, code } = match;
      const key = code === undefined ? {} : { 'activation-key': code };
      return { ...seen, state: 'done', result, secrets: { ...secrets, ...key }, candidates: [] };
    }
    case 'link-lost':
      return { ...seen, state: 'link-lost', candidates: [match.payment] };
    case 'orphan':
      return { ...seen, state: 'orphan', orphans: [match.orphan] };
  }
}

/** The changes of an entry whose link was used and is therefore removed. */
export function withoutLinks({ secrets }: Entry): Pick<Entry, 'secrets'> {
  const left = Object.entries(secrets).filter(([name]) => !name.endsWith('-link'));
  return { secrets: Object.fromEntries(left) };
}

/** Whether the user has been shown exactly these traces. */
export function hasSameTraces(
  entry: Entry,
  { candidates, orphans }: Extract<MatchResult, { kind: 'unclear' }>,
): boolean {
  const idsOf = (traces: readonly { readonly id: number }[]) =>
    JSON.stringify(traces.map(({ id }) => id).sort((a, b) => a - b));
  return (
    entry.state === 'unclear' &&
    idsOf(entry.candidates) === idsOf(candidates) &&
    idsOf(entry.orphans) === idsOf(orphans)
  );
}

/** The balance of an entry with what was read of it after the request. */
export function seenBalance(balance: Entry['balance'], now: Snapshot): Entry['balance'] {
  return balance && { ...balance, last: now.balance ?? balance.last };
}

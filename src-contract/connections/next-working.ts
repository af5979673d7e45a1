import { isAboutServer, isCurrent } from '#contract/check-result.ts';
import type { ConnectionRow } from '#contract/ipc/connections.ts';
import { isKeyOfOneDevice } from '#contract/rules/device-key.ts';
import { expiringMs, isOutOfUse } from '#contract/rules/connection-state.ts';
import { failsFromHere, leadingCheck } from './leading-check.ts';
import {
  compareCost,
  isMetered,
  lastDelay,
  likeliestFirst,
  worksFromHere,
  type Compare,
} from './ranking.ts';
import type { Replacement } from './why-not-working.ts';

type Failed = Pick<ConnectionRow, 'key' | 'country' | 'protocol'>;

/** No more are checked at a time to find one that works. */
export const maxCandidates = 5;

/** The best to take in its place: answered here, the same country first (`closest`). */
export function nextWorking(
  rows: Iterable<ConnectionRow>,
  failed: Failed,
  now: number,
): ConnectionRow | undefined {
  return alternatives(rows, failed)
    .filter((row) => leadingCheck(row, now)?.result.outcome === 'answers')
    .sort(closest(failed, now))
    .at(0);
}

/** It expires in the next days, and is not renewed by itself. */
export function endsSoon({ expiresAt, autoRenewal }: ConnectionRow, now: number): boolean {
  return expiresAt !== null && autoRenewal !== true && expiresAt * 1000 - now <= expiringMs;
}

/**
 * What to check to find one that works: the likeliest first, of alike ones the same country; not what was
 * checked a moment ago, nor what would interrupt a device.
 */
export function nextCandidates(
  rows: Iterable<ConnectionRow>,
  failed: Failed,
  now: number,
): ConnectionRow[] {
  // Of all rows, as what fails of the others tells of these too.
  const ranked = likeliestFirst([...rows].sort(closest(failed, now)), now);
  return alternatives(ranked, failed).filter((row) => isCandidate(row, now));
}

/** Copy one that works, else look for one; `undefined` where no other can be checked. */
export function replacementFor(
  rows: readonly ConnectionRow[],
  failed: Failed,
  now: number,
): Replacement | undefined {
  const next = nextWorking(rows, failed, now);
  if (next !== undefined) return { kind: 'next', key: next.key };
  const isAny = alternatives(rows, failed).some((row) => isCandidate(row, now));
  return isAny ? { kind: 'find' } : undefined;
}

/** The other connection that answered last, in any network, and has not failed here since. */
export function lastWorking(
  rows: Iterable<ConnectionRow>,
  failed: Failed,
  now: number,
): { readonly row: ConnectionRow; readonly at: number } | undefined {
  return alternatives(rows, failed)
    .flatMap((row) => {
      const { check } = row;
      const at = check?.result.outcome === 'answers' ? check.at : check?.answeredAt;
      return at === undefined || failsFromHere(row, now) ? [] : [{ row, at }];
    })
    .sort((one, other) => other.at - one.at)
    .at(0);
}

/** Of these the fastest that answered from this network a moment ago and can be used. */
export function fastestWorking(
  rows: readonly ConnectionRow[],
  now: number,
): ConnectionRow | undefined {
  const works = (row: ConnectionRow) => isUsable(row) && worksFromHere(row, now) === 'yes';
  return rows.filter(works).sort(compareCost).at(0);
}

/** It can be used, and a check that shows it disturbs no other device. */
export function isCheckable(row: ConnectionRow): boolean {
  return isUsable(row) && !isKeyOfOneDevice(row.protocol);
}

function alternatives(rows: Iterable<ConnectionRow>, failed: Failed): ConnectionRow[] {
  return [...rows].filter(
    (row) =>
      row.key !== failed.key &&
      isUsable(row) &&
      purposeOf(row.protocol) === purposeOf(failed.protocol),
  );
}

function isUsable({ state, forms, unreadable }: ConnectionRow): boolean {
  const isOut = ['expired', 'down', 'rebooting'].includes(state.state);
  return forms.length > 0 && unreadable !== true && !isOut;
}

/** What a protocol is used for. A proxy cannot replace a VPN, and a Telegram proxy replaces only its like. */
export function purposeOf(protocol: string): 'telegram' | 'proxy' | 'vpn' {
  if (protocol === 'mtproto') return 'telegram';
  return protocol === 'http' || protocol === 'socks5' ? 'proxy' : 'vpn';
}

/** What is meant by "one that works": proxies are copied only where they are named. */
export function vpnsOf(rows: readonly ConnectionRow[]): ConnectionRow[] {
  return rows.filter(({ protocol }) => purposeOf(protocol) === 'vpn');
}

/** Those of the same country first, then those whose traffic costs nothing, what lasts, then the fastest. */
function closest(failed: Failed, now: number): Compare {
  const abroad = ({ country }: ConnectionRow) =>
    Number(country === '' || country !== failed.country);
  return (one, other) =>
    abroad(one) - abroad(other) ||
    isMetered(one) - isMetered(other) ||
    Number(endsSoon(one, now)) - Number(endsSoon(other, now)) ||
    lastDelay(one) - lastDelay(other);
}

/** A check may show that it works, and does not disturb another device that uses it. */
function isCandidate(row: ConnectionRow, now: number): boolean {
  return !isKeyOfOneDevice(row.protocol) && !isOutOfUse(row.state) && !wasChecked(row, now);
}

function wasChecked({ check }: ConnectionRow, now: number): boolean {
  if (check === undefined || !isCurrent(check, now)) return false;
  return isAboutServer(check.result) || check.result.outcome === 'undetermined';
}

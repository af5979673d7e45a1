import type { ConnectionRow } from '#contract/ipc/connections.ts';
import { leadingCheck } from '#contract/rules/leading-check.ts';

/**
 * The connection to try in place of one that does not work: of the others of its kind that answered
 * from this network a moment ago, one of the same country before all else, and then the fastest. One
 * that has expired, or whose server is down or reboots, is none.
 *
 * @param now Unix milliseconds
 */
export function nextWorking(
  rows: Iterable<ConnectionRow>,
  failed: Pick<ConnectionRow, 'key' | 'country' | 'protocol'>,
  now: number,
): ConnectionRow | undefined {
  let best: { readonly row: ConnectionRow; readonly delay: number } | undefined;
  for (const row of rows) {
    const result = leadingCheck(row, now)?.result;
    if (result?.outcome !== 'answers' || !isAlternative(row, failed)) continue;
    const isElsewhere = row.country !== failed.country;
    const delay = isElsewhere ? result.ms + anyDelay : result.ms;
    if (best === undefined || delay < best.delay) best = { row, delay };
  }
  return best?.row;
}

/** Whether it can be used in place of another: what cannot be used, or is for something else, cannot. */
function isAlternative(
  { key, protocol, state, forms, unreadable }: ConnectionRow,
  failed: Pick<ConnectionRow, 'key' | 'protocol'>,
): boolean {
  if (key === failed.key || forms.length === 0 || unreadable === true) return false;
  if (['expired', 'down', 'rebooting'].includes(state.state)) return false;
  return purposeOf(protocol) === purposeOf(failed.protocol);
}

/** What a protocol is used for: a proxy takes the place of no VPN, and one for Telegram of nothing else. */
function purposeOf(protocol: string): 'telegram' | 'proxy' | 'vpn' {
  if (protocol === 'mtproto') return 'telegram';
  return protocol === 'http' || protocol === 'socks5' ? 'proxy' : 'vpn';
}

/** Longer than any check waits, milliseconds. */
const anyDelay = 60_000;

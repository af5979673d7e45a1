import { seededRandom } from '#test/core/fakes.ts';

/** One step of a random walk: what a user, another device, the service or the machine does. */
export type Step =
  /** Moves the pointer to the n-th control, rests, and clicks. */
  | { readonly kind: 'click'; readonly nth: number; readonly restMs: number }
  | { readonly kind: 'key'; readonly key: string }
  | { readonly kind: 'type'; readonly text: string }
  | { readonly kind: 'go'; readonly path: string }
  | { readonly kind: 'createKey' }
  | { readonly kind: 'buy'; readonly place: number; readonly by: Payment }
  /** Pays the links that wait for it, outside Culvert. */
  | { readonly kind: 'pay' }
  /** Selects so many rows, and copies or saves them. */
  | { readonly kind: 'select'; readonly count: number; readonly use: SelectionUse }
  | { readonly kind: 'switch' }
  /** The computer sleeps and wakes, by which Culvert locks itself, and is unlocked. */
  | { readonly kind: 'lock' }
  | { readonly kind: 'quickCopy'; readonly search: string; readonly key: 'Enter' | 'Escape' }
  /** Chooses the n-th line of the tray's menu that copies or pauses. */
  | { readonly kind: 'tray'; readonly nth: number }
  /** `culvert copy`, or `culvert list` without a search. */
  | { readonly kind: 'commandLine'; readonly search: string | null }
  | { readonly kind: 'faults'; readonly faults: readonly string[] }
  /** All prices of the service change by so many percent. */
  | { readonly kind: 'prices'; readonly percent: number }
  /** Another device adds, renames or removes the n-th configuration. */
  | { readonly kind: 'otherDevice'; readonly change: OtherChange; readonly nth: number }
  | { readonly kind: 'network'; readonly online: boolean }
  | { readonly kind: 'keychain'; readonly runs: boolean }
  | { readonly kind: 'clock'; readonly aheadMs: number }
  | { readonly kind: 'disk'; readonly full: boolean }
  /** So many other programs use a processor each, for so long. */
  | { readonly kind: 'load'; readonly programs: number; readonly ms: number }
  | { readonly kind: 'stall'; readonly ms: number }
  /** It is killed and started again, or ended and started where it cannot write to its store. */
  | { readonly kind: 'kill'; readonly readOnly: boolean };

/** As the form says it. */
export type Payment = 'Balance' | 'Card';
export const selectionUses = [
  'Copy',
  'Check from here',
  'Links, one a line (.txt)',
  'Links in Base64 (.txt)',
  'For sing-box (.json)',
  'For Mihomo (.yaml)',
  'Save folder…',
] as const;
export type SelectionUse = (typeof selectionUses)[number];
export type OtherChange = 'add' | 'rename' | 'remove';

const keys = [
  ...['ArrowDown', 'ArrowDown', 'ArrowUp', 'ArrowRight', 'Home', 'End', 'PageDown'],
  ...['Tab', 'Tab', 'Shift+Tab', 'Enter', 'Escape', 'Escape', '/', 'Control+K', 'Control+A', 'f'],
];
const texts = ['steam', 'a', 'no such thing', 'мама'];
const paths = [
  ...['/connections', '/connections', '/cloud-servers', '/paid-options', '/subscriptions'],
  ...['/devices', '/money', '/money/history', '/inbox', '/account', '/settings'],
  ...['/shop/configs'],
];
const faults: readonly (readonly string[])[] = [
  [],
  [],
  ['*:delay=400:0.5'],
  ['*:500:0.3'],
  ['*:429-bare:0.2'],
  ['*:bad-json:0.3', '*:unknown-field:0.5'],
  ['*:cut:0.3', '*:drop-after:0.2'],
  ['*:nulls:0.3', '*:sparse:0.3', '*:unknown-enum:0.3'],
  ['*:portal'],
];
const otherChanges: readonly OtherChange[] = ['add', 'rename', 'remove'];
const hour = 3_600_000;
const clocks = [0, -hour, hour, 40 * 24 * hour, -40 * 24 * hour];
/** How often each kind is drawn, of the sum of all. */
const weights = {
  click: 40,
  key: 30,
  type: 6,
  go: 12,
  createKey: 3,
  buy: 9,
  pay: 5,
  select: 5,
  switch: 5,
  lock: 2,
  quickCopy: 4,
  tray: 4,
  commandLine: 2,
  faults: 7,
  prices: 4,
  otherDevice: 4,
  network: 3,
  keychain: 2,
  clock: 3,
  disk: 2,
  load: 3,
  stall: 3,
  kill: 2,
} as const satisfies Record<Step['kind'], number>;

/** The steps of a walk. The same seed gives the same steps. */
export function drawSteps(seed: number, count: number): readonly Step[] {
  const random = seededRandom(seed);
  const upTo = (end: number) => Math.floor(random.unit() * end);
  const chance = (share: number) => random.unit() < share;
  function pick<T>(from: readonly T[]): T {
    const item = from[upTo(from.length)];
    if (item === undefined) throw new Error('Nothing to pick from.');
    return item;
  }
  const kinds = Object.entries(weights).flatMap(([kind, weight]) =>
    Array.from({ length: weight }, () => kind),
  );
  const make: Readonly<Record<Step['kind'], () => Step>> = {
    click: () => ({ kind: 'click', nth: upTo(1000), restMs: upTo(300) }),
    key: () => ({ kind: 'key', key: pick(keys) }),
    type: () => ({ kind: 'type', text: pick(texts) }),
    go: () => ({ kind: 'go', path: pick(paths) }),
    createKey: () => ({ kind: 'createKey' }),
    buy: () => ({ kind: 'buy', place: upTo(1000), by: chance(0.9) ? 'Balance' : 'Card' }),
    pay: () => ({ kind: 'pay' }),
    select: () => ({ kind: 'select', count: 1 + upTo(4), use: pick(selectionUses) }),
    switch: () => ({ kind: 'switch' }),
    lock: () => ({ kind: 'lock' }),
    quickCopy: () => ({
      kind: 'quickCopy',
      search: pick(texts),
      key: chance(0.7) ? 'Enter' : 'Escape',
    }),
    tray: () => ({ kind: 'tray', nth: upTo(1000) }),
    commandLine: () => ({ kind: 'commandLine', search: chance(0.6) ? pick(texts) : null }),
    faults: () => ({ kind: 'faults', faults: pick(faults) }),
    prices: () => ({ kind: 'prices', percent: pick([-40, 0, 30, 900]) }),
    otherDevice: () => ({ kind: 'otherDevice', change: pick(otherChanges), nth: upTo(1000) }),
    network: () => ({ kind: 'network', online: chance(0.5) }),
    keychain: () => ({ kind: 'keychain', runs: chance(0.5) }),
    clock: () => ({ kind: 'clock', aheadMs: pick(clocks) }),
    disk: () => ({ kind: 'disk', full: chance(0.5) }),
    load: () => ({ kind: 'load', programs: 1 + upTo(2), ms: 500 + upTo(3500) }),
    stall: () => ({ kind: 'stall', ms: 200 + upTo(1500) }),
    kill: () => ({ kind: 'kill', readOnly: chance(0.3) }),
  };
  return Array.from({ length: count }, () => make[pick(kinds) as Step['kind']]());
}

import type { Random } from '#service/random.ts';

/** The faults that can be injected. `--help` describes them. */
export const faultKinds = [
  'delay',
  'drop-before',
  'drop-after',
  'cut',
  'bad-json',
  'bad-envelope',
  '400',
  '401',
  '403',
  '429',
  '429-bare',
  '500',
  '500-after',
  '503',
  'portal',
  'nulls',
  'sparse',
  'unknown-enum',
  'unknown-field',
] as const;
export type FaultKind = (typeof faultKinds)[number];

export interface Fault {
  /** An endpoint's id, a section as `configs.*`, or `*`. */
  readonly route: string;
  readonly kind: FaultKind;
  /** Milliseconds of a delay. */
  readonly ms: number;
  /** 0 to 1. */
  readonly chance: number;
  /** `Infinity` without end. */
  readonly times: number;
}

const defaultDelayMs = 1000;

/** Reads `ROUTE:KIND[=MS][:CHANCE[:TIMES]]`, as `*:delay=1500`. Throws a `TypeError`. */
export function parseFault(text: string): Fault {
  const [route = '', what = '', chanceText = '1', timesText] = text.split(':');
  const [kindText = '', msText] = what.split('=');
  const kind = faultKinds.find((candidate) => candidate === kindText);
  if (route === '' || kind === undefined) {
    throw new TypeError(
      `fault "${text}": expected ROUTE:KIND with one of ${faultKinds.join(', ')}`,
    );
  }
  const ms = Number(msText ?? defaultDelayMs);
  const chance = Number(chanceText);
  const times = timesText === undefined ? Infinity : Number(timesText);
  if (!(ms >= 0) || !(chance >= 0 && chance <= 1) || !(times > 0)) {
    throw new TypeError(`fault "${text}": the delay, chance (0 to 1) or times is not a number`);
  }
  return { route, kind, ms, chance, times };
}

export interface Faults {
  /** The faults of this request; each one that occurs counts against its `times`. */
  draw(endpoint: string): readonly Fault[];
  replace(faults: readonly Fault[]): void;
}

export function createFaults(initial: readonly Fault[], random: Random): Faults {
  let left = initial.map((fault) => ({ fault, times: fault.times }));
  return {
    draw(endpoint) {
      const met = left.filter(
        ({ fault, times }) =>
          times > 0 && concerns(fault.route, endpoint) && random.chance(fault.chance),
      );
      for (const entry of met) entry.times -= 1;
      return met.map(({ fault }) => fault);
    },
    replace(faults) {
      left = faults.map((fault) => ({ fault, times: fault.times }));
    },
  };
}

function concerns(route: string, endpoint: string): boolean {
  if (route === '*' || route === endpoint) return true;
  return route.endsWith('.*') && endpoint.startsWith(route.slice(0, -1));
}

/** Randomness that repeats: the same seed gives the same demo data. Not for real secrets. */
export interface Random {
  /** A number in [0, 1). */
  unit(): number;
  /** A whole number from `min` to `max`, both included. */
  int(min: number, max: number): number;
  /** One of `items`, which must not be empty. */
  pick<T>(items: readonly [T, ...T[]]): T;
  chance(probability: number): boolean;
  hex(bytes: number): string;
  text(length: number, alphabet: string): string;
}

/** Letters and digits without those that are easily mistaken for each other. */
export const clearLetters = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
export const alphanumeric = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** FNV-1a: spreads any text over 32 bits; the seed of a stream, or the noise at a point in time. */
export function hash32(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/** A stream of pseudo-random numbers (mulberry32) that is the same for the same `seed`. */
export function createRandom(seed: string): Random {
  let state = hash32(seed);
  const unit = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const int = (min: number, max: number): number => min + Math.floor(unit() * (max - min + 1));
  const text = (length: number, alphabet: string): string =>
    Array.from({ length }, () => alphabet.charAt(int(0, alphabet.length - 1))).join('');
  return {
    unit,
    int,
    pick: ([first, ...rest]) => {
      const index = int(0, rest.length);
      return index === 0 ? first : (rest[index - 1] ?? first);
    },
    chance: (probability) => unit() < probability,
    hex: (bytes) => text(bytes * 2, '0123456789abcdef'),
    text,
  };
}

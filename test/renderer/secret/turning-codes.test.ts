import { afterEach, expect, test, vi } from 'vitest';
import { effectScope, nextTick, shallowRef } from 'vue';
import type { QrRows } from '#contract/ipc/secrets.ts';
import { useTurningCodes } from '#renderer/secret/use-turning-codes.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const three: readonly QrRows[] = [['1'], ['0'], ['11']];

/** Codes that are shown from the next tick on. */
async function turning(motion: 'reduce' | 'no-preference', shown = three) {
  vi.useFakeTimers();
  vi.spyOn(window, 'matchMedia').mockImplementation(
    (query) => new Preference(query, query.includes(motion)),
  );
  const codes = shallowRef<readonly QrRows[]>([]);
  const made = effectScope().run(() => useTurningCodes(() => codes.value)) ?? expect.fail();
  codes.value = shown;
  await nextTick();
  return { ...made, codes };
}

class Preference extends EventTarget implements MediaQueryList {
  readonly media: string;
  readonly matches: boolean;
  onchange = null;
  constructor(media: string, matches: boolean) {
    super();
    [this.media, this.matches] = [media, matches];
  }
  addListener(): void {}
  removeListener(): void {}
}

test('several codes turn by themselves, and begin anew', async () => {
  const { rows, turn } = await turning('no-preference');
  const seen = [];
  for (let n = 0; n < 4; n += 1) {
    seen.push([rows.value, turn.value?.at]);
    await vi.advanceTimersByTimeAsync(1500);
  }
  expect(seen).toEqual([
    [three[0], 0],
    [three[1], 1],
    [three[2], 2],
    [three[0], 0],
  ]);
});

test('codes that the user turned stay, and others begin with the first', async () => {
  const { turn, turnBy, codes } = await turning('no-preference');
  turnBy(-1);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(turn.value).toEqual({ at: 2, count: 3 });
  codes.value = [['0'], ['1']];
  await nextTick();
  expect(turn.value).toEqual({ at: 0, count: 2 });
});

test('codes turn by their buttons alone where the system asks for no motion', async () => {
  const { turn, turnBy } = await turning('reduce');
  await vi.advanceTimersByTimeAsync(10_000);
  expect(turn.value).toEqual({ at: 0, count: 3 });
  turnBy(1);
  expect(turn.value).toEqual({ at: 1, count: 3 });
});

test('one code does not turn', async () => {
  const { rows, turn, turnBy } = await turning('no-preference', [['1']]);
  await vi.advanceTimersByTimeAsync(10_000);
  turnBy(1);
  expect([rows.value, turn.value]).toEqual([['1'], null]);
});

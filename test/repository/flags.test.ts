import { expect, it } from 'vitest';
import { drawingsHash, drawnFlags } from '#build/flags/drawn-flags.ts';
import index from '#renderer/flags/flags.json' with { type: 'json' };

it('the flag sprite contains the package’s flags in order: build/flags/draw.ts', () => {
  const flags = drawnFlags();
  expect(index.codes.split(' ')).toEqual([...flags.keys()]);
  expect(index.drawings).toBe(drawingsHash(flags));
});

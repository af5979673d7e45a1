import { expect, test } from 'vitest';
import { awgChange, awgTyped } from '#renderer/connection/awg-fields.ts';

test('a number that is out of its bounds is counted and named, and not sent', () => {
  const now = { jc: 4, jmin: 40, jmax: 70 };
  const change = awgChange({ ...awgTyped(now), jc: '5', jmax: '99999999' }, now);
  expect(change).toMatchObject({ body: { jc: 5 }, count: 2, wrong: ['jmax'] });
});

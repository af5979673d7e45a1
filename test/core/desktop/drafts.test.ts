import { expect, test } from 'vitest';
import { Drafts } from '#core/desktop/drafts.ts';
import { createMemoryVault } from '#core/kernel/vault/memory-vault.ts';
import { manualClock, sealedOver } from '#test/core/fakes.ts';

function fixture() {
  const vault = sealedOver(createMemoryVault());
  const clock = manualClock();
  return { clock, drafts: new Drafts(vault, clock), reopened: () => new Drafts(vault, clock) };
}

test('a draft is there after a restart, until it is removed', () => {
  const { drafts, reopened } = fixture();
  drafts.write('config:7 xray', '{');
  drafts.write('config:7 xray', '{}');
  expect(reopened().names()).toEqual(['config:7 xray']);
  expect(reopened().read('config:7 xray')).toBe('{}');
  reopened().write('config:7 xray', null);
  expect(drafts.names()).toEqual([]);
  expect(drafts.read('config:7 xray')).toBeNull();
});

test('the oldest of more than twenty drafts is removed', async () => {
  const { clock, drafts } = fixture();
  for (let n = 0; n <= 20; n += 1) {
    drafts.write(`config:${String(n)} awg`, '{}');
    await clock.advance(1000);
  }
  expect(drafts.names()).toHaveLength(20);
  expect(drafts.read('config:0 awg')).toBeNull();
  expect(drafts.read('config:1 awg')).toBe('{}');
});

test('drafts that are longer together than two million characters give way, the oldest first', async () => {
  const { clock, drafts } = fixture();
  const long = 'x'.repeat(900_000);
  for (const name of ['a', 'b', 'c']) {
    drafts.write(name, long);
    await clock.advance(1000);
  }
  expect(drafts.names().toSorted()).toEqual(['b', 'c']);
});

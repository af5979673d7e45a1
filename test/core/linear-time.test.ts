import { expect, it } from 'vitest';
import { readSignature } from '#core/checks/packets/amnezia.ts';
import { ownNames } from '#core/kernel/own-names.ts';
import { plainFileName } from '#core/connections/exports/file-name.ts';

/** Processor time of this process while it does something, milliseconds. */
function timeOf(work: () => unknown): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

it.each<[string, (text: string) => unknown, string]>([
  ['a signature packet of tags and spaces', readSignature, `${'<r 1>  '.repeat(1000)}x`],
  ['a signature packet of open tags', readSignature, '<'.repeat(100_000)],
  ['a title of dots', (title) => plainFileName(title, ' '), `${'.'.repeat(100_000)}a`],
  ['a title of spaces', (title) => plainFileName(title, '-'), `a${' '.repeat(100_000)}b`],
  ['a list of equal names', (names) => Array.from(names).map(ownNames([])), 'a'.repeat(100_000)],
])('%s is read in time that grows with its length alone', (_, read, text) => {
  expect(timeOf(() => read(text))).toBeLessThan(500);
});

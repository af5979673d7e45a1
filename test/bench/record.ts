import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Measured } from './figure.ts';

const page = fileURLToPath(new URL('../../docs/benchmarks.md', import.meta.url));
const begin = '<!-- figures: npm run bench -- --record -->';
const end = '<!-- end of figures -->';
const header = [
  '| Figure | Ratio | Target | Spread | Of what | Measured |',
  '| --- | --- | --- | --- | --- | --- |',
];

const short = (value: number) => String(Number(value.toPrecision(3)));

function row({ id, ratio, spread, target, better, ok, note }: Measured, day: string): string {
  const aim = target === null ? '–' : `${better === 'higher' ? '≥' : '≤'} ${short(target)}`;
  const range = spread.map(short).join(' … ');
  const marked = ok ? short(ratio) : `**${short(ratio)}**`;
  return `| \`${id}\` | ${marked} | ${aim} | ${range} | ${note} | ${day} |`;
}

const idOf = (line: string) => /^\| `([^`]+)`/u.exec(line)?.[1];

/** Writes figures into the table of docs/benchmarks.md by their ids; one that misses its target is bold. */
export function record(figures: readonly Measured[], now = new Date()): void {
  const text = readFileSync(page, 'utf8');
  const from = text.indexOf(begin);
  const to = text.indexOf(end);
  if (from < 0 || to < from) throw new Error('docs/benchmarks.md has no place for figures');
  const day = now.toISOString().slice(0, 10);
  const rows = new Map<string, string>();
  for (const line of text.slice(from + begin.length, to).split('\n')) {
    const id = idOf(line);
    if (id !== undefined) rows.set(id, line);
  }
  for (const each of figures) rows.set(each.id, row(each, day));
  const table = [...header, ...[...rows.keys()].sort().map((id) => rows.get(id) ?? '')];
  const next = `${text.slice(0, from)}${begin}\n\n${table.join('\n')}\n\n${text.slice(to)}`;
  writeFileSync(page, next);
}

import { writeFileSync } from 'node:fs';
import process, { argv, stdout } from 'node:process';
import { parseArgs } from 'node:util';
import { benches } from './benches.ts';
import { record } from './record.ts';
import type { Bench, Figure, Measured } from './figure.ts';

const help = `Measures Culvert. Every figure is a ratio, taken in one run on one machine.

  npm run bench -- [--only PREFIX,PREFIX] [--record] [--json FILE]

  --only   only the figures whose id begins with one of these
  --record also puts the figures into docs/benchmarks.md
  --json   also writes [{ "id", "ratio", "spread", "target", "better", "ok" }]
`;

/** Whether a bench has a requested figure. */
const isRequested = ({ id }: Bench, only: readonly string[]): boolean =>
  only.length === 0 ||
  only.some((prefix) => `${prefix}.`.startsWith(`${id}.`) || id.startsWith(prefix));

const number = (value: number) => (Number.isFinite(value) ? value.toFixed(3) : String(value));

function line({ id, ratio, spread, target, better, ok, note }: Measured): string {
  const aim = target === null ? '' : `${better === 'higher' ? '≥' : '≤'} ${number(target)}`;
  const range = `${number(spread[0])} … ${number(spread[1])}`;
  return `${ok ? '✓' : '✗'} ${id.padEnd(38)} ${number(ratio).padStart(8)}  ${aim.padEnd(9)} ${range.padEnd(19)} ${note}`;
}

async function main(): Promise<boolean> {
  const { values } = parseArgs({
    args: argv.slice(2),
    options: {
      only: { type: 'string' },
      json: { type: 'string' },
      record: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) {
    stdout.write(help);
    return true;
  }
  const only = (values.only ?? '').split(',').filter((prefix) => prefix !== '');
  const all: Measured[] = [];
  for (const bench of benches.filter((each) => isRequested(each, only))) {
    for (const measured of await bench.run()) {
      if (only.length > 0 && !only.some((prefix) => measured.id.startsWith(prefix))) continue;
      all.push(measured);
      stdout.write(`${line(measured)}\n`);
    }
    if (values.record) record(all);
  }
  if (values.json !== undefined) {
    const figures = all.map(({ id, ratio, spread, target, better, ok }): Figure => ({
      id,
      ratio,
      spread,
      target,
      better,
      ok,
    }));
    writeFileSync(values.json, `${JSON.stringify(figures, null, 2)}\n`);
  }
  const missed = all.filter(({ ok }) => !ok).length;
  stdout.write(`${all.length} figures, ${missed === 0 ? 'all on target' : `${missed} missed`}\n`);
  return missed === 0;
}

process.exitCode = (await main()) ? 0 : 1;

import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { apiCoverage, quotes, readSources, uncovered } from '#build/api-use/api-coverage.ts';
import { commandRows } from '#build/api-use/command-rows.ts';
import { coveragePage } from '#build/api-use/page.ts';
import { api } from '#contract/api/index.ts';

const root = resolve(import.meta.dirname, '../..');
const rows = apiCoverage(root);
const core = readSources(root, 'src-main/core', /\.ts$/u);

/** The rows that files of the core name, in the contract's order. */
function namedIn(...files: readonly string[]): string[] {
  const texts = files.map((file) => core.get(`src-main/core/${file}`) ?? '');
  return Object.keys(api).filter((id) => texts.some((text) => quotes(text, id)));
}

function inOrder(...lists: readonly (readonly string[] | undefined)[]): string[] {
  const wanted = lists.flatMap((list) => list ?? []);
  return Object.keys(api).filter((id) => wanted.includes(id));
}

describe('the rows of the contract', () => {
  it('each have a screen and an end-to-end test', () => {
    expect(uncovered(rows)).toEqual([]);
  });

  it('are shown as they are used now in docs/coverage.md (npm run coverage:api)', () => {
    expect(readFileSync(join(root, 'docs/coverage.md'), 'utf8')).toBe(coveragePage(rows));
  });
});

describe('the rows that main sends for a command', () => {
  it('are those that the lists of connections and a connection are read with', () => {
    expect(inOrder(commandRows['connections.query'], commandRows['connections.get'])).toEqual(
      namedIn('connections/connection-sync.ts'),
    );
  });

  it('are those that titles, statistics and the inbox are sent with', () => {
    expect(inOrder(commandRows['connections.setTitle'])).toEqual(
      namedIn('connections/connection-actions.ts'),
    );
    expect(inOrder(commandRows['stats.watch'])).toEqual(namedIn('stats/stats-poller.ts'));
    expect(inOrder(commandRows['inbox.get'])).toEqual(namedIn('inbox.ts'));
  });

  it('are those that a key is tried with', () => {
    expect(inOrder(commandRows['session.signIn'])).toEqual(namedIn('accounts/identify.ts'));
  });
});

import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { apiCoverage, quotes, readSources, uncovered } from '#build/api-use/api-coverage.ts';
import { commandEndpoints } from '#build/api-use/command-endpoints.ts';
import { api } from '#contract/api/index.ts';
import { sourceOf } from '#contract/connections/sources.ts';

const root = resolve(import.meta.dirname, '../..');
const coverage = apiCoverage(root);
const core = readSources(root, 'src-main/core', /\.ts$/u);

/** The ids of endpoints in these files of the core, in the contract's order. */
function namedIn(...files: readonly string[]): string[] {
  const texts = files.map((file) => core.get(`src-main/core/${file}`) ?? '');
  return Object.keys(api).filter((id) => texts.some((text) => quotes(text, id)));
}

function inOrder(...lists: readonly (readonly string[] | undefined)[]): string[] {
  const ids = lists.flatMap((list) => list ?? []);
  return Object.keys(api).filter((id) => ids.includes(id));
}

describe('the endpoints of the contract', () => {
  it('each have a screen and an end-to-end test', () => {
    expect(uncovered(coverage)).toEqual([]);
  });
});

describe('the endpoints that main calls for a command', () => {
  it('are those that read the lists of connections and the inbox', () => {
    expect(inOrder(commandEndpoints['connections.rows'])).toEqual(
      namedIn('connections/connection-reader.ts'),
    );
    expect(inOrder(commandEndpoints['inbox.get'])).toEqual(namedIn('notifications/inbox.ts'));
  });

  it('are those of all sources of connections, for a title and for what a connection has', () => {
    const sources = ['config:1', 'cloud:1:1', 'proxy:1:1', 'paid:1:1'].flatMap(
      (key) => sourceOf(key) ?? [],
    );
    expect(commandEndpoints['connections.setTitle']).toEqual(
      sources.map((source) => source.title?.set('').endpoint),
    );
    expect(commandEndpoints['connections.get']).toEqual(
      sources.flatMap(({ subconfig }) => subconfig?.read.endpoint ?? []),
    );
  });

  it('are those that check a key at sign-in', () => {
    expect(inOrder(commandEndpoints['session.signIn'])).toEqual(namedIn('session/identify.ts'));
  });
});

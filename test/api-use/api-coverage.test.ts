import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { apiCoverage, uncovered } from '#build/api-use/api-coverage.ts';
import { coveragePage } from '#build/api-use/page.ts';

let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'culvert-coverage-'));
  put('src-renderer/App.vue', "import './pages/Home.vue';");
  put('test/e2e/nothing.test.ts', '');
});
afterEach(() => {
  rmSync(root, { recursive: true, force: true });
});

function put(file: string, text: string): void {
  mkdirSync(dirname(join(root, file)), { recursive: true });
  writeFileSync(join(root, file), text);
}

function row(id: string) {
  return apiCoverage(root).find((each) => each.id === id);
}

describe('where the rows of the contract are used', () => {
  it('finds the page that reaches a component through others, now or when it is wanted', () => {
    put('src-renderer/pages/Home.vue', "const Part = () => import('../components/Part.vue');");
    put('src-renderer/components/Part.vue', "import { use } from './use.ts';");
    put('src-renderer/components/use.ts', "export const use = read('devices.list');");
    expect(row('devices.list')).toEqual({
      id: 'devices.list',
      screens: ['src-renderer/pages/Home.vue'],
      components: ['src-renderer/components/use.ts'],
      tests: [],
    });
  });

  it('takes a file that no page imports for unused', () => {
    put('src-renderer/pages/Home.vue', '');
    put('src-renderer/components/Lost.vue', "read('devices.list');");
    expect(row('devices.list')).toMatchObject({
      screens: [],
      components: ['src-renderer/components/Lost.vue'],
    });
    expect(uncovered(apiCoverage(root))).toContain('devices.list: no screen');
  });

  it('counts a row that main sends for a command where the command is used', () => {
    put('src-renderer/pages/Home.vue', "call('connections.setTitle', input);");
    expect(row('cloudServers.setProxyTitle')?.screens).toEqual(['src-renderer/pages/Home.vue']);
  });

  it('counts no comment, and no longer name that begins alike', () => {
    put('src-renderer/pages/Home.vue', "// read('devices.list')\n/* 'devices.list' */");
    put('test/e2e/some.test.ts', "it('devices.listAll'); // devices.list");
    expect(row('devices.list')).toMatchObject({ components: [], tests: [] });
  });

  it('finds the tests whose sentences name a row', () => {
    put('test/e2e/some.test.ts', "it('are listed by devices.list.', () => {});");
    expect(row('devices.list')?.tests).toEqual(['test/e2e/some.test.ts']);
  });

  it('shows a row that nothing uses on the page as such', () => {
    put('src-renderer/pages/Home.vue', '');
    expect(coveragePage(apiCoverage(root))).toContain(
      '| `devices.list` | **none** | **none** | **none** |',
    );
  });
});

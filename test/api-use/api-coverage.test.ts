import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { apiCoverage, uncovered } from '#build/api-use/api-coverage.ts';
import { temporaryFolder } from '#test/temporary-folder.ts';

let root: string;

beforeEach(() => {
  root = temporaryFolder();
  put('src-renderer/app/App.vue', "import '../home/HomePage.vue';");
  put('src-contract/connections/sources.ts', '');
  put('test/e2e/nothing.test.ts', '');
  put('test/renderer/sections/nothing.test.ts', '');
});
function put(file: string, text: string): void {
  mkdirSync(dirname(join(root, file)), { recursive: true });
  writeFileSync(join(root, file), text);
}

function coverageOf(id: string) {
  return apiCoverage(root).find((each) => each.id === id);
}

describe('where the endpoints of the contract are used', () => {
  it('treats a file that no page imports as unused', () => {
    put('src-renderer/home/HomePage.vue', '');
    put('src-renderer/parts/Lost.vue', "read('devices.list');");
    expect(coverageOf('devices.list')).toMatchObject({
      screens: [],
      components: ['src-renderer/parts/Lost.vue'],
    });
    expect(uncovered(apiCoverage(root))).toContain('devices.list: no screen');
  });

  it('ignores comments and longer names with the same beginning', () => {
    put('src-renderer/home/HomePage.vue', "// read('devices.list')\n/* 'devices.list' */");
    put('test/e2e/some.test.ts', "it('devices.listAll'); // devices.list");
    expect(coverageOf('devices.list')).toMatchObject({ components: [], tests: [] });
  });
});

import { fileURLToPath } from 'node:url';
import { ESLint } from 'eslint';
import tseslint from 'typescript-eslint';
import vue from 'eslint-plugin-vue';
import { parse } from 'jsonc-parser';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import layerPlugin from '#build/lint/layer-rules.js';
import { layers } from '#build/lint/layers.js';
import config from '../../eslint.config.js';
import { files, textOf } from './files.ts';

const Config = z.object({
  overrides: z.array(
    z.object({ files: z.array(z.string()), rules: z.record(z.string(), z.unknown()) }),
  ),
});

const rules = Object.fromEntries(
  Object.keys(layerPlugin.rules).map((rule) => [`project/${rule}`, 'error' as const]),
);
const root = fileURLToPath(new URL('../..', import.meta.url));

/** The project's own rules without type information: a snippet need not be a file of the project. */
const eslint = new ESLint({
  cwd: root,
  overrideConfigFile: true,
  overrideConfig: [
    { files: ['**/*.ts'], languageOptions: { parser: tseslint.parser } },
    ...vue.configs['flat/base'],
    { files: ['**/*.vue'], languageOptions: { parserOptions: { parser: tseslint.parser } } },
    {
      files: ['**/*.{ts,vue}'],
      plugins: { project: layerPlugin },
      rules,
    },
  ],
});

async function problems(file: string, code: string): Promise<string[]> {
  const [result] = await eslint.lintText(code, { filePath: `${root}/${file}` });
  return (result?.messages ?? []).map(({ ruleId, message }) => `${ruleId ?? 'parse'}: ${message}`);
}

const wrong: readonly [file: string, code: string][] = [
  ['src-contract/x.ts', "import { app } from 'electron';"],
  ['src-contract/x.ts', "import { readFileSync } from 'node:fs';"],
  ['src-contract/api/x.ts', "import { createApp } from '#core/app/app.ts';"],
  ['src-main/core/x.ts', "import { app } from 'electron';"],
  ['src-main/core/x.ts', "import { readFileSync } from 'node:fs';"],
  ['src-main/core/x.ts', "import { readFileSync } from 'fs';"],
  ['src-main/core/x.ts', "import { transport } from '../adapters/transport/undici-transport.ts';"],
  ['src-main/core/x.ts', "export const lazy = () => import('node:fs');"],
  ['src-main/core/x.ts', "export type Stats = import('node:fs').Stats;"],
  ['src-main/core/x.ts', "export const fs = require('node:fs');"],
  ['src-main/adapters/x.ts', "import { app } from 'electron';"],
  [
    'src-renderer/secret/X.vue',
    '<script setup lang="ts">import { DialogRoot } from \'reka-ui\';</script>',
  ],
  ['src-renderer/ui/primitives/x.ts', "import { call } from '#renderer/lib/ipc.ts';"],
  ['src-main/main.ts', "import { start } from '../src-service/main.ts';"],
  ['src-preload/preload.ts', "import { ipc } from '../src-contract/ipc.ts';"],
  ['src-renderer/x.ts', "import { ipcRenderer } from 'electron';"],
  ['src-renderer/x.ts', "import type { App } from '../src-main/core/app/app.ts';"],
  [
    'src-renderer/money/x.vue',
    '<script setup lang="ts">\nimport { ipcRenderer } from \'electron\';\n</script>',
  ],
  ['build/x.ts', "import { fake } from '../test/service/fake.ts';"],
  ['src-contract/x.ts', "import { secret } from '../../elsewhere/secret.ts';"],
  ['src-contract/rules/x.ts', "import type { ConnectionRow } from '#contract/ipc/connections.ts';"],
  ['src-renderer/list/x.ts', "import '#renderer/connections/RowMenu.vue';"],
];

const right: readonly [file: string, code: string][] = [
  ['src-contract/x.ts', "import { z } from 'zod';\nimport { ok } from './failure.ts';"],
  ['src-main/core/x.ts', "import type { Failure } from '#contract/failure.ts';"],
  ['src-main/adapters/x.ts', "import type { Vault } from '../core/kernel/ports.ts';"],
  ['src-main/electron/x.ts', "import { app } from 'electron';\nimport '../core/app.ts';"],
  [
    'src-main/main.ts',
    "import './electron/window/window.ts';\nimport './adapters/vault/sqlite-vault.ts';",
  ],
  ['src-preload/preload.ts', "import type { ipc } from '../src-contract/ipc.ts';"],
  ['src-renderer/x.ts', "import { ref } from 'vue';\nimport '../src-contract/ipc.ts';"],
  ['test/core/x.ts', "import '#core/app/app.ts';\nimport 'electron';"],
];

describe('the layer rules', () => {
  it.each(wrong)('forbid in %s: %s', async (file, code) => {
    expect(await problems(file, code)).toEqual([expect.stringContaining('project/layer-imports')]);
  });

  it.each(right)('allow in %s: %s', async (file, code) => {
    expect(await problems(file, code)).toEqual([]);
  });

  it.each(
    layers.flatMap(({ path, order = [] }) => (order.length === 0 ? [] : [[path, order] as const])),
  )('give each folder of %s its place in the order', (path, order) => {
    const names = files
      .filter((file) => file.startsWith(`${path}/`))
      .map((file) => file.slice(path.length + 1))
      .filter((file) => file.includes('/') || /(?<!\.d)\.(ts|vue)$/u.test(file))
      .map((file) => file.split('/')[0]);
    expect([...new Set(names)].sort()).toEqual([...order].sort());
  });

  it('name what the layer may import instead', async () => {
    const [problem] = await problems('src-main/core/x.ts', "import 'electron';");
    expect(problem).toContain('src-main/core may not import electron, only src-contract');
  });

  it('forbid a circular import and name its files', async () => {
    expect(
      await problems('src-contract/connections/leading-check.ts', "import './why-not-working.ts';"),
    ).toEqual([
      'project/no-cycle: Circular import: src-contract/connections/leading-check.ts → src-contract/connections/why-not-working.ts → src-contract/connections/leading-check.ts.',
    ]);
  });

  it('forbid re-exports, except in the table of endpoints', async () => {
    const code = "export * from './api-keys.ts';";
    expect(await problems('src-contract/api/x.ts', code)).toEqual([
      expect.stringContaining('project/no-re-export'),
    ]);
    expect(await problems('src-contract/x.ts', "export { ok } from './failure.ts';")).toEqual([
      expect.stringContaining('project/no-re-export'),
    ]);
    expect(await problems('src-contract/api/index.ts', code)).toEqual([]);
  });

  it.each([
    'watch(() => [a.key, b], f);',
    'watch(() => ({ a }), f);',
    'watch(() => [a, b] as const, f);',
    'watch(() => (a ? null : rows.map(g)), f);',
    'watch([() => a, () => Object.keys(b)], f);',
    'watch(() => { return new Set(a); }, f);',
    'whenever(() => [a], f);',
  ])('forbid a watcher that fires without a change: %s', async (code) => {
    expect(await problems('src-renderer/x.ts', code)).toEqual([
      expect.stringContaining('project/stable-watch-source'),
    ]);
  });

  it.each([
    'watch([() => a.key, () => b], f);',
    'watch(() => a.keys, f);',
    "watch(() => [a, b].join(' '), f);",
    'const pair = make(() => [a, b]);',
  ])('allow a watcher of what it compares: %s', async (code) => {
    expect(await problems('src-renderer/x.ts', code)).toEqual([]);
  });

  it('are part of the configuration that npm run lint uses', async () => {
    const whole = new ESLint({ cwd: root, overrideConfigFile: true, overrideConfig: config });
    const found: unknown = await whole.calculateConfigForFile(`${root}/src-renderer/app/App.vue`);
    const enabled = Object.fromEntries(Object.keys(rules).map((rule) => [rule, [2]]));
    expect(found).toMatchObject({ rules: enabled });
    const { overrides } = Config.parse(parse(textOf('.oxlintrc.json')));
    expect(overrides.find(({ files }) => files.includes('**/*.{js,ts}'))?.rules).toEqual(rules);
  });
});

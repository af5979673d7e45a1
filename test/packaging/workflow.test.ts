import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseUpdateInfo } from 'electron-updater/out/providers/Provider.js';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { readBuildOptions } from '#build/packaging/build-options.ts';
import { packagingConfig } from '#build/packaging/config.ts';
import { textOf } from '#test/repository/files.ts';
import { temporaryFolder } from '#test/temporary-folder.ts';

const Step = z.object({
  name: z.string().optional(),
  id: z.string().optional(),
  uses: z.string().optional(),
  run: z.string().optional(),
  if: z.string().optional(),
  'continue-on-error': z.boolean().optional(),
  env: z.record(z.string(), z.string()).default({}),
  with: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])).default({}),
});
const Called = z.object({ if: z.string(), uses: z.string() }).strict();
const Job = z.object({
  if: z.string().optional(),
  needs: z.union([z.string(), z.array(z.string())]).default([]),
  environment: z.string().optional(),
  permissions: z.record(z.string(), z.string()).optional(),
  'timeout-minutes': z.number(),
  strategy: z
    .object({
      matrix: z.object({ include: z.array(z.record(z.string(), z.unknown())).default([]) }),
    })
    .optional(),
  steps: z.array(Step),
});
const Workflow = z.object({
  permissions: z.record(z.string(), z.string()),
  jobs: z.record(z.string(), z.union([Called, Job])),
});

// The updater's own reader of YAML, which takes any document.
const read = (name: string) =>
  Workflow.parse(parseUpdateInfo(textOf(`.github/workflows/${name}`), name, new URL('file:///')));
const build = read('build.yml');
const deep = read('deep.yml');
const { permissions } = build;
const called = Object.values(build.jobs).flatMap((job) => ('uses' in job ? [job] : []));
const jobs: Readonly<Record<string, z.output<typeof Job>>> = Object.fromEntries(
  Object.entries({ ...build.jobs, ...deep.jobs }).flatMap(([name, job]) =>
    'steps' in job ? [[name, job]] : [],
  ),
);
const all = Object.entries(jobs);
const secret = (job: z.output<typeof Job>) => JSON.stringify(job).includes('secrets.');
const withSecrets = all.filter(([, job]) => secret(job));
const withProject = all.filter(([, { steps }]) =>
  steps.some(
    ({ uses, run = '' }) => uses?.startsWith('actions/checkout@') || /\bnp[mx]\b/.test(run),
  ),
);

describe('the workflow', () => {
  it('has jobs with secrets, and jobs that run the project, and none that do both', () => {
    expect(withSecrets.map(([name]) => name)).toEqual(['sign-program', 'sign-installers', 'seal']);
    expect(withProject.map(([name]) => name)).toEqual([
      'build',
      'deep',
      'package',
      'try',
      'describe',
    ]);
    expect(all).toHaveLength(withSecrets.length + withProject.length);
  });

  it.each(withSecrets)('protects %s by an environment, for tags alone', (_, job) => {
    expect(job.environment).toBe('release');
    expect(job.if).toContain("github.ref_type == 'tag'");
  });

  it.each(withSecrets)('runs only tools of the system in %s, and actions of GitHub', (_, job) => {
    for (const { uses, run } of job.steps) {
      if (uses !== undefined) {
        expect(uses).toMatch(
          /^actions\/(?:download-artifact|upload-artifact|attest-build-provenance)@[0-9a-f]{40}$/,
        );
      }
      // No interpreter, no package manager, nothing out of an artefact, nothing from the network.
      expect(run ?? '').not.toMatch(
        /(?<!\.)\b(?:node|npm|npx|python3?|ruby|perl|make|curl|wget|iwr|Invoke-\w+|brew|choco|pip)\b|\.(?:sh|js|ts|ps1)\b|(?:^|\s)\.{1,2}\//,
      );
    }
  });

  it('gives a secret to the step that needs it, and no secret to the shell’s text', () => {
    for (const [name, { steps }] of withSecrets) {
      for (const step of steps) expect(step.run ?? '', name).not.toContain('secrets.');
    }
  });

  it('reads the repository and writes nothing, but for the attestation', () => {
    expect([permissions, deep.permissions]).toEqual(Array(2).fill({ contents: 'read' }));
    const more = all.filter(([, job]) => job.permissions !== undefined);
    expect(more.map(([name, job]) => [name, job.permissions])).toEqual([
      ['seal', { contents: 'read', 'id-token': 'write', attestations: 'write' }],
    ]);
  });

  it('installs packages without their scripts, and leaves no credentials in the checkout', () => {
    for (const [name, { steps }] of withProject) {
      const installing = steps.filter(({ run = '' }) => /\bnpm (?:ci|install|i)\b/.test(run));
      expect(
        installing.map(({ run }) => run),
        name,
      ).toEqual(['npm ci --ignore-scripts']);
      const checkouts = steps.filter(({ uses }) => uses?.startsWith('actions/checkout@'));
      for (const step of checkouts) expect(step.with['persist-credentials']).toBe(false);
    }
  });

  it('passes tests before it packages, and seals last what it hands out', () => {
    const needs = (name: string): readonly string[] => [jobs[name]?.needs ?? []].flat();
    expect(jobs['build']?.steps.some(({ run }) => run === 'npm test')).toBe(true);
    expect(needs('package')).toEqual(['build', 'sign-program']);
    expect(needs('describe')).toEqual(['package', 'sign-installers', 'try']);
    expect(jobs['describe']?.if).toContain("needs.try.result == 'success'");
    expect(needs('seal')).toEqual(['package', 'sign-installers', 'describe', 'deep']);
  });

  it('runs the deep tests for a release, all parts of them, before it is sealed', () => {
    expect(called).toEqual([
      { if: "github.ref_type == 'tag'", uses: './.github/workflows/deep.yml' },
    ]);
    expect(jobs['seal']?.if).toContain("needs.deep.result == 'success'");
    expect(jobs['deep']?.steps.at(-1)?.run).toBe('npm run test:deep ${{ matrix.part }}');
  });

  it('installs every artefact, lets it test itself, and then tests it from end to end', () => {
    const { win, mac, linux } = packagingConfig(readBuildOptions({}));
    const targets = [win, mac, linux].flatMap((options) => [options?.target ?? []].flat());
    const tried = jobs['try']?.strategy?.matrix.include.map(({ file }) => String(file));
    expect(tried).toHaveLength(targets.length);
    for (const target of targets) {
      const name = typeof target === 'string' ? target : target.target;
      const file = name === 'nsis' ? '-setup.exe' : name;
      expect(tried?.some((pattern) => pattern.endsWith(file))).toBe(true);
    }
    const runs = jobs['try']?.steps.flatMap(({ run = [] }) => run) ?? [];
    expect(runs.slice(-2)).toEqual([
      'node build/run/self-test.js "release/dist/${{ matrix.file }}"',
      'npm run test:e2e',
    ]);
  });

  it('pins every action by the hash of its commit, at one version each', () => {
    const used = new Set(all.flatMap(([, { steps }]) => steps.flatMap(({ uses = [] }) => uses)));
    for (const uses of used) expect(uses).toMatch(/^[\w-]+\/[\w-]+@[0-9a-f]{40}$/);
    const actions = [...used].map((uses) => uses.split('@')[0]);
    expect(new Set(actions).size).toBe(actions.length);
  });

  it.each<[string, (folder: string) => void, boolean]>([
    ['what they were', () => undefined, true],
    ['altered', (folder) => writeFileSync(join(folder, 'one.deb'), 'other'), false],
    ['one more', (folder) => writeFileSync(join(folder, 'two.exe'), 'more'), false],
    ['one less', (folder) => rmSync(join(folder, 'one.exe')), false],
  ])('compares digests before it seals: installers that are %s', (_, spoil, passes) => {
    const folder = temporaryFolder();
    for (const name of ['made/dist', 'release']) mkdirSync(join(folder, name), { recursive: true });
    const made = join(folder, 'made/dist');
    const digestOf = (name: string) => {
      writeFileSync(join(made, name), name);
      return `${createHash('sha256').update(name).digest('hex')}  ${name}`;
    };
    const [LINUX, MACOS, WINDOWS] = ['one.deb', 'one.dmg', 'one.exe'].map(digestOf);
    spoil(made);
    const step = jobs['seal']?.steps.find(({ name }) => name?.startsWith('Compare'));
    // As the workflow starts its steps.
    const { status } = spawnSync('bash', ['-e', '-o', 'pipefail', '-c', step?.run ?? ''], {
      cwd: folder,
      env: { ...process.env, LINUX, MACOS, WINDOWS },
    });
    expect(status === 0).toBe(passes);
    expect(readdirSync(join(folder, 'release'))).toEqual(
      passes ? ['one.deb', 'one.dmg', 'one.exe'] : [],
    );
  });

  const digesting = all.flatMap(([, { steps }]) =>
    steps.flatMap(({ id, run = '' }) => (id === 'digests' ? [run] : [])),
  );

  it.each([
    ['Linux', 'sha256sum'],
    ['Windows', 'sha256sum'],
    ['macOS', 'shasum'],
  ])('hands on digests on %s, where only %s is there', (system, tool) => {
    const folder = temporaryFolder();
    const tools = temporaryFolder();
    writeFileSync(join(folder, 'one.exe'), 'program');
    writeFileSync(join(tools, tool), '#!/bin/sh\necho "digest  $*"\n', { mode: 0o755 });
    const output = join(folder, 'output');
    // The other one signs installers, on Windows alone.
    for (const run of system === 'Windows' ? digesting : digesting.slice(0, 1)) {
      const { status, stderr } = spawnSync(
        '/bin/bash',
        ['--norc', '-e', '-o', 'pipefail', '-c', run],
        {
          cwd: folder,
          env: { PATH: tools, RUNNER_OS: system, GITHUB_OUTPUT: output },
          encoding: 'utf8',
        },
      );
      expect([status, stderr]).toEqual([0, '']);
      expect(readFileSync(output, 'utf8')).toContain('one.exe');
      rmSync(output);
    }
  });

  it.each([
    ['sign-program', 'Sign and notarize for macOS', { CERTIFICATE: 'a', APPLE_KEY: 'a' }],
    ['seal', 'Sign the announcements and the checksums', {}],
  ])('stops %s before it does anything where a part of what it needs lacks', (job, name, env) => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'latest.yml.bytes'), '');
    const step = jobs[job]?.steps.find((each) => each.name === name);
    const { status, stderr } = spawnSync('/bin/bash', ['--norc', '-e', '-c', step?.run ?? ''], {
      cwd: folder,
      env: { PATH: '', RUNNER_TEMP: folder, ...env },
      encoding: 'utf8',
    });
    expect(status).not.toBe(0);
    expect(stderr).toMatch(/(?:APPLE_KEY_ID|SIGNING_KEY): .* needs? it/);
    expect(readdirSync(folder)).toEqual(['latest.yml.bytes']);
  });
});

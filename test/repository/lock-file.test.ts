import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { textOf } from './files.ts';

const Names = z.record(z.string(), z.string()).default({});
const Lock = z.object({
  packages: z.record(
    z.string(),
    z.object({
      version: z.string().optional(),
      extraneous: z.boolean().default(false),
      hasInstallScript: z.boolean().default(false),
      dependencies: Names,
      optionalDependencies: Names,
    }),
  ),
});
const { packages } = Lock.parse(JSON.parse(textOf('package-lock.json')));
const Manifest = z.object({
  dependencies: Names,
  optionalDependencies: Names,
  devDependencies: Names,
});

/** Where Node would look for a package that another asks for. */
function places(asking: string, name: string): string[] {
  const folders = asking.split('/node_modules/');
  return folders
    .map((_, index) => [...folders.slice(0, folders.length - index), name].join('/node_modules/'))
    .concat(`node_modules/${name}`);
}

describe('the lock file', () => {
  // An installation that skipped a package of another platform leaves such a lock; npm ci refuses it.
  it('contains every dependency of its packages, for every platform, and no other package', () => {
    const missing = Object.entries(packages).flatMap(
      ([path, { dependencies, optionalDependencies }]) =>
        Object.keys({ ...dependencies, ...optionalDependencies })
          .filter((name) => !places(path, name).some((place) => place in packages))
          .map((name) => `${path || 'the project'} → ${name}`),
    );
    expect(missing).toEqual([]);
    const extraneous = Object.entries(packages).filter(([, entry]) => entry.extraneous);
    expect(extraneous.map(([path]) => path)).toEqual([]);
  });

  it('names the packages with a script of their own, none of which npm runs', () => {
    const withScripts = Object.entries(packages).filter(([, entry]) => entry.hasInstallScript);
    expect(withScripts.map(([path]) => path.replace(/^.*node_modules\//, ''))).toEqual([
      // Unpacked with its platform's binary as a package of its own; the script only checks that.
      'esbuild',
      // For another kind of installer than ours.
      'electron-winstaller',
      // Compiled by the set-up (build/run/machine/packages.js).
      'keytar',
    ]);
    expect(textOf('.npmrc').split('\n')).toContain('ignore-scripts=true');
  });

  it('has the same direct dependencies as package.json, at exact versions', () => {
    const manifest = Manifest.parse(JSON.parse(textOf('package.json')));
    const required = {
      ...manifest.dependencies,
      ...manifest.optionalDependencies,
      ...manifest.devDependencies,
    };
    for (const [name, version] of Object.entries(required)) {
      // A second version of a package has another name here.
      const exact = version.replace(/^npm:[^@]+@/, '');
      expect(packages[`node_modules/${name}`]?.version, name).toBe(exact);
    }
  });
});

import { existsSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { layers } from '#build/lint/layers.js';
import { files, root, textOf } from './files.ts';

const pages = files.filter((file) => file.endsWith('.md'));

/** Headings of a page as the names that links give them. */
function anchors(page: string): string[] {
  return [...textOf(page).matchAll(/^#+ (.+)$/gmu)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

function brokenLinks(page: string): string[] {
  const text = textOf(page).replace(/```.*?```/gsu, '');
  return [...text.matchAll(/\]\(([^)\s]+)\)/gu)].flatMap(([, link = '']) => {
    if (/^(https?|mailto):/u.test(link)) return [];
    const [path = '', anchor] = link.split('#');
    const target = path === '' ? page : normalize(join(dirname(page), path));
    const found = existsSync(join(root, target));
    const named =
      anchor === undefined || (target.endsWith('.md') && found && anchors(target).includes(anchor));
    return found && named ? [] : [`${page}: ${link}`];
  });
}

/** Names in backquotes at the beginning of a table's rows. */
function namedPackages(page: string): string[] {
  return [...textOf(page).matchAll(/^\| `([^`]+)`/gmu)].map(([, name = '']) => name);
}

const Names = z.record(z.string(), z.string()).default({});
const Manifest = z.object({
  scripts: Names,
  dependencies: Names,
  optionalDependencies: Names,
  devDependencies: Names,
});
const manifest = Manifest.parse(JSON.parse(textOf('package.json')));

/** The imports between layers in a page's diagram: its solid arrows. */
function drawnDependencies(page: string): string[] {
  const [, drawing = ''] = /```mermaid\n(.*?)```/su.exec(textOf(page)) ?? [];
  const paths = new Map(
    [...drawing.matchAll(/(\w+)\["([^"]+)"\]/gu)].map(([, id = '', path = '']) => [id, path]),
  );
  const dependencies = drawing
    .replaceAll(/\["[^"]+"\]/gu, '')
    .matchAll(/(\w+) -->(?:\|[^|]+\|)? (\w+)/gu);
  return [...dependencies].map(([, from = '', to = '']) =>
    [from, to].map((id) => paths.get(id) ?? id).join(' → '),
  );
}

/** The imports between layers that lint allows; a layer may import the layers inside its folder. */
function allowedDependencies(): string[] {
  const paths = layers.map(({ path }) => path);
  const layerOf = (file: string) =>
    paths.find((path) => file === path || file.startsWith(`${path}/`)) ?? '';
  return layers.flatMap(({ path, imports, types = [] }) => {
    const parts = paths.filter((other) => other.startsWith(`${path}/`));
    const others = new Set([...parts, ...[...imports, ...types].map(layerOf)]);
    return [...others].filter((other) => other !== '').map((other) => `${path} → ${other}`);
  });
}

/** The source files that a walk of the architecture names, in any folder. */
function namedFiles(walk: string): string[] {
  const page = textOf('docs/architecture.md');
  const [, text = ''] = page.split(`### ${walk}\n`);
  const [section = ''] = text.split(/^##/mu);
  return [
    ...new Set([...section.matchAll(/`([\w/.-]+\.(?:ts|vue))`/gu)].map(([, name = '']) => name)),
  ];
}

describe('the documentation', () => {
  it.each([
    ['How a purchase is reconciled', 21],
    ['How a statistics sample gets from HTTP to the chart', 13],
  ])('names in the walk “%s” %i files that exist', (walk, count) => {
    const named = namedFiles(walk);
    expect(named).toHaveLength(count);
    expect(named.filter((name) => !files.some((file) => `/${file}`.endsWith(`/${name}`)))).toEqual(
      [],
    );
  });

  it('draws exactly the dependencies between layers that lint allows', () => {
    expect(drawnDependencies('docs/architecture.md').sort()).toEqual(allowedDependencies().sort());
  });

  it('has no broken link', () => {
    expect(pages.flatMap(brokenLinks)).toEqual([]);
  });

  it('gives a reason for every dependency, and for no other package', () => {
    const { dependencies, optionalDependencies, devDependencies } = manifest;
    const all = Object.keys({ ...dependencies, ...optionalDependencies, ...devDependencies });
    expect(namedPackages('docs/dependencies.md').sort()).toEqual(all.sort());
  });

  it('names only npm scripts that exist', () => {
    const wrong = pages.flatMap((page) =>
      [...textOf(page).matchAll(/npm run ([\w:]+)/gu)]
        .map(([, script = '']) => script)
        .filter((script) => !(script in manifest.scripts)),
    );
    expect(wrong).toEqual([]);
  });
});

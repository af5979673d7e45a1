import { existsSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { api } from '#contract/api/index.ts';
import { layers } from '#build/lint/layers.js';
import { files, root, textOf } from './files.ts';

const pages = files.filter((file) => file.endsWith('.md'));
/** The history names files as they were then. */
const described = pages.filter((page) => page !== 'CHANGELOG.md');

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

const folders = new Set(
  files.flatMap((file) =>
    file
      .split('/')
      .flatMap((_, index, parts) => (index === 0 ? [] : parts.slice(0, index).join('/'))),
  ),
);
const paths = [...files, ...folders].map((path) => `/${path}`);

/** Paths and names of files in code spans and commands of a page that nothing in the project has. */
function missingPaths(page: string): string[] {
  const spans = [...textOf(page).matchAll(/`([^`\n]+)`/gu)].map(([, span = '']) => span);
  const named = spans.flatMap((span) =>
    span
      .split(/\s+/u)
      .map((word) => word.replace(/[/,:]+$/u, ''))
      .filter((word) =>
        /^(?:(?:src-[a-z]+|test|build|core)\/[\w./-]+|[\w-]+\.(?:test\.ts|ts|vue))$/u.test(word),
      ),
  );
  return named
    .filter((name) => !paths.some((path) => path.endsWith(`/${name}`)))
    .map((name) => `${page}: ${name}`);
}

describe('the documentation', () => {
  it('names only files and folders that exist', () => {
    expect(described.flatMap(missingPaths)).toEqual([]);
  });

  it('counts the endpoints as the contract does', () => {
    const counts = described.flatMap((page) =>
      [...textOf(page).matchAll(/\b(\d+)(?: API)? (?:endpoints|methods|эндпоинт|метод)/gu)].map(
        ([, count]) => Number(count),
      ),
    );
    const all = Object.keys(api).length;
    expect(counts).toContain(all);
    expect(counts.filter((count) => count > 50 && count !== all)).toEqual([]);
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

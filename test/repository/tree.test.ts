import { describe, expect, it } from 'vitest';
import { files, textFiles, textOf } from './files.ts';

function linesWith(pattern: RegExp, among: readonly string[]): string[] {
  return among.flatMap((file) =>
    textOf(file)
      .split('\n')
      .flatMap((line, index) => (pattern.test(line) ? [`${file}:${String(index + 1)}`] : [])),
  );
}

const isSource = (file: string): boolean => /\.(ts|js|vue)$/u.test(file);
const sources = files.filter(isSource);

// Written in parts, so that this file is not what it finds.
const unfinishedMark = new RegExp(
  `\\b(${['TO' + 'DO', 'FIX' + 'ME', 'XX' + 'X'].join('|')})\\b`,
  'u',
);
const disabled = new RegExp(
  `(${['lint-' + 'disable', '@ts-' + 'ignore', '@ts-' + 'nocheck'].join('|')})`,
  'u',
);
const skipped = new RegExp(
  `\\b(it|test|describe)\\.(${['sk' + 'ip', 'on' + 'ly', 'to' + 'do'].join('|')})\\b`,
  'u',
);
const registry = new RegExp(
  `"resolved": *"http|https?://[\\w.-]*(${['regi' + 'stry', 'arti' + 'factory'].join('|')})`,
  'u',
);
const localPath = new RegExp(['(^|[\\s"\'`=(])', 'work', '(main|shared)'].join('/'), 'u');

describe('the files of the project', () => {
  it('name no package registry, so that each machine uses its own', () => {
    expect(linesWith(registry, textFiles)).toEqual([]);
  });

  it('contain no path of the machine they were written on', () => {
    expect(linesWith(localPath, textFiles)).toEqual([]);
  });

  it('contain no marks of unfinished work', () => {
    expect(
      linesWith(
        unfinishedMark,
        textFiles.filter((file) => file !== 'package-lock.json'),
      ),
    ).toEqual([]);
  });

  it('disable no checks', () => {
    expect(linesWith(disabled, sources)).toEqual([]);
  });

  it('skip no tests', () => {
    expect(linesWith(skipped, sources)).toEqual([]);
  });

  it('are named in kebab-case, and components in PascalCase', () => {
    const name = (file: string): string => file.split('/').at(-1) ?? '';
    const wrong = sources.filter((file) =>
      file.endsWith('.vue')
        ? !/^[A-Z][A-Za-z0-9]*\.vue$/u.test(name(file))
        : !/^[a-z0-9]+([-.][a-z0-9]+)*$/u.test(name(file)),
    );
    expect(wrong).toEqual([]);
  });
});

import { fail, ok, type Result } from '#contract/failure.ts';
import type { ExportForm } from '#contract/ipc/connections.ts';
import type { NamedFile, Shell } from '#core/ports.ts';
import { savedAs } from '#core/saving.ts';
import type { Connections } from './connections.ts';
import { fileName } from './exports/exports.ts';

/** What a person does with many connections at once. Both fail with `not-found` for none. */
export interface ConnectionBulk {
  copy(keys: readonly string[]): Promise<Result<{ count: number; clearsAt: number | null }>>;
  save(
    keys: readonly string[],
    as: 'file' | 'folder',
  ): Promise<Result<{ name: string | null; count: number }>>;
}

/** Names of what is saved; the person may choose others for a file. */
const fileOfLines = 'connections.txt';
const folderOfFiles = 'connections';

/** @param options.copy puts a text on the clipboard and answers when it will be cleared */
export function createConnectionBulk(options: {
  readonly connections: Connections;
  readonly shell: Pick<Shell, 'saveFile' | 'saveFolder'>;
  readonly copy: (text: string) => Promise<number | null>;
}): ConnectionBulk {
  const { connections, shell } = options;
  const text = new TextEncoder();

  /** The URLs of these, byte for byte, without those that have none. */
  function urls(keys: readonly string[]): string[] {
    const wanted = keys.map((key) => ({ key, form: 'url' }) as const);
    return connections.secrets(wanted).flatMap((text) => text ?? []);
  }

  /** Each in the form that its client opens as a file: AmneziaWG's own, else the URL. */
  function filesOf(keys: readonly string[]): NamedFile[] {
    const wanted = keys.flatMap((key) => {
      const line = connections.line(key);
      if (!line) return [];
      const form: ExportForm = line.forms.includes('awg') ? 'awg' : 'url';
      return [{ key, form, name: fileName(line, form) }];
    });
    const secrets = connections.secrets(wanted);
    return wanted.flatMap(({ name }, at) => {
      const secret = secrets[at];
      return secret === undefined ? [] : [{ name, bytes: text.encode(secret) }];
    });
  }

  return {
    async copy(keys) {
      const lines = urls(keys);
      if (lines.length === 0) return fail('not-found', { reason: 'not-cached' });
      return ok({ count: lines.length, clearsAt: await options.copy(lines.join('\n')) });
    },

    async save(keys, as) {
      if (as === 'file') {
        const lines = urls(keys);
        if (lines.length === 0) return fail('not-found', { reason: 'not-cached' });
        const bytes = text.encode(`${lines.join('\n')}\n`);
        const saved = await savedAs(() => shell.saveFile(fileOfLines, bytes));
        return saved.ok ? ok({ ...saved.value, count: lines.length }) : saved;
      }
      const files = withOwnNames(filesOf(keys));
      if (files.length === 0) return fail('not-found', { reason: 'not-cached' });
      const saved = await savedAs(() => shell.saveFolder(folderOfFiles, files));
      return saved.ok ? ok({ ...saved.value, count: files.length }) : saved;
    },
  };
}

/**
 * Numbers the names that come twice, also where only case tells them apart, as some file systems do
 * not. The number takes the place of the last characters, so that a tunnel's name stays short enough.
 */
function withOwnNames(files: readonly NamedFile[]): NamedFile[] {
  const taken = new Set<string>();
  return files.map(({ name, bytes }) => {
    const dot = name.lastIndexOf('.');
    const [stem, extension] = [name.slice(0, dot), name.slice(dot)];
    let own = name;
    for (let number = 2; taken.has(own.toLowerCase()); number += 1) {
      const end = `-${String(number)}`;
      const room = extension === '.conf' ? 15 : stem.length + end.length;
      own = `${Array.from(stem)
        .slice(0, room - end.length)
        .join('')}${end}${extension}`;
    }
    taken.add(own.toLowerCase());
    return { name: own, bytes };
  });
}

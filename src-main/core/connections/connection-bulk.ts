import type { LeavingSecret } from './exports/what-leaves.ts';
import { fail, ok, type Result } from '#contract/failure.ts';
import type { Events } from '#contract/ipc.ts';
import {
  type CommandsOfMany,
  type ConnectionsSaved,
  type ConvertedForm,
  type ExportForm,
  type SavedFile,
} from '#contract/ipc/connections.ts';
import type { NamedFile, Shell } from '#core/kernel/ports.ts';
import { ownNames } from '#core/kernel/own-names.ts';
import { savedAs } from '#core/kernel/saving.ts';
import { shownOf, type CopiedForm } from './connection.ts';
import type { Connections } from './connections.ts';
import {
  configurationOf,
  convert,
  isConvertedForm,
  notWithoutLoss,
} from './exports/conversions/convert.ts';
import { fileName } from './exports/exports.ts';
import type { Released } from './exports/tunnel-commands.ts';

interface ConnectionFile extends CopiedForm, Released {
  readonly name: string;
}

const fileNames: Readonly<Record<SavedFile, string>> = {
  file: 'connections.txt',
  base64: 'connections.txt',
  'sing-box': 'connections.json',
  mihomo: 'connections.yaml',
};
const folderOfFiles = 'connections';

const filesPerReport = 100;

export type SaveProgress = Events['connections.saving'];

type Listed = Pick<
  Connections,
  'record' | 'primaryForm' | 'released' | 'convertibles' | 'remember'
>;

interface ConnectionBulkOptions {
  readonly connections: Listed;
  readonly shell: Pick<Shell, 'saveFile' | 'saveFolder'>;
  /** Receives how many files are written: at first, once for a hundred, and at the end. */
  readonly publish: (progress: SaveProgress) => void;
}

/** What a user does with many connections at once. Copying and saving fail with `not-found` for none. */
export class ConnectionBulk {
  readonly #options: ConnectionBulkOptions;
  #stop = new AbortController();

  constructor(options: ConnectionBulkOptions) {
    this.#options = options;
  }

  /** What is copied of these, each in its primary form. */
  leaving(keys: readonly string[]): Result<LeavingSecret> {
    const { connections } = this.#options;
    const found = leavingOf(
      connections,
      keys.flatMap((key) => {
        const primary = connections.primaryForm(key);
        return primary === undefined ? [] : [{ key, form: primary.form }];
      }),
    );
    if (found.length === 0) return fail('not-found', { reason: 'not-cached' });
    const texts = found.map(({ text }) => text.trimEnd());
    const areLines = texts.every((text) => !text.includes('\n'));
    const commandsRemoved = found.filter(({ leftOut }) => leftOut.length > 0).length;
    return ok({
      text: texts.join(areLines ? '\n' : '\n\n'),
      said: { count: found.length, ...(commandsRemoved > 0 && { commandsRemoved }) },
      left: (way) => connections.remember(found, way),
    });
  }

  save(keys: readonly string[], as: SavedFile | 'folder'): Promise<Result<ConnectionsSaved>> {
    return as === 'folder' ? this.#saveFolder(keys) : this.#saveFile(keys, as);
  }

  /** No further file of a folder is begun; what is written stays, and `save` says how many that is. */
  stopSaving(): true {
    this.#stop.abort();
    this.#stop = new AbortController();
    return true;
  }

  commands(keys: readonly string[]): CommandsOfMany {
    const found = filesOf(this.#options.connections, keys).filter(
      ({ leftOut }) => leftOut.length > 0,
    );
    return { configurations: found.length, ...shownOf(found.flatMap(({ leftOut }) => leftOut)) };
  }

  async #saveFile(keys: readonly string[], as: SavedFile): Promise<Result<ConnectionsSaved>> {
    const { connections, shell } = this.#options;
    const content = isConvertedForm(as)
      ? configurationOfMany(connections, keys, as)
      : linesOfMany(connections, keys, as === 'base64');
    if (!content.ok) return content;
    const { text, count, included, ...leftOut } = content.value;
    const bytes = new TextEncoder().encode(text);
    const saved = await savedAs(() => shell.saveFile(fileNames[as], bytes));
    if (!saved.ok) return saved;
    const devices =
      saved.value.name === null ? {} : connections.remember(urlForms(included), 'saved');
    return ok({ ...saved.value, count, total: count, ...leftOut, ...devices });
  }

  async #saveFolder(keys: readonly string[]): Promise<Result<ConnectionsSaved>> {
    const { connections, shell, publish } = this.#options;
    const found = filesOf(connections, keys);
    const files = withOwnNames(found);
    if (files.length === 0) return fail('not-found', { reason: 'not-cached' });
    const total = files.length;
    let count = 0;
    const report = (written: number) => {
      count = written;
      if (count % filesPerReport === 0) publish({ running: true, written, total });
    };
    const { signal } = this.#stop;
    const saved = await savedAs(() => shell.saveFolder(folderOfFiles, files, report, signal));
    publish({ running: false, written: count, total });
    const devices = connections.remember(found.slice(0, count), 'saved');
    if (!saved.ok) return saved;
    const lost = found.slice(0, count).filter(({ leftOut }) => leftOut.length > 0);
    const commandsRemoved = lost.length;
    const removed = commandsRemoved > 0 && { commandsRemoved };
    return ok({ ...saved.value, count, total, ...removed, ...devices });
  }
}

/** Numbers repeated names, case aside, in place of their last characters. */
function withOwnNames(files: readonly ConnectionFile[]): NamedFile[] {
  const encoder = new TextEncoder();
  const ownName = ownNames([], numbered, (name) => name.toLowerCase());
  return files.map(({ name, text }) => ({ name: ownName(name), bytes: encoder.encode(text) }));
}

/** The longest name of an AmneziaWG tunnel, which is that of its file, characters. */
const longestTunnel = 15;

function numbered(name: string, number: number): string {
  if (number === 1) return name;
  const dot = name.lastIndexOf('.');
  const [stem, extension] = [name.slice(0, dot), name.slice(dot)];
  const end = `-${String(number)}`;
  if (extension !== '.conf') return `${stem}${end}${extension}`;
  const shortened = Array.from(stem).slice(0, longestTunnel - end.length);
  return `${shortened.join('')}${end}${extension}`;
}

interface FileContent extends Pick<ConnectionsSaved, 'count' | 'leftOut'> {
  readonly text: string;
  readonly included: readonly string[];
}

/** The URLs of these, one a line; `inBase64` as subscriptions give them. */
function linesOfMany(
  connections: Listed,
  keys: readonly string[],
  inBase64: boolean,
): Result<FileContent> {
  const lines = connections.released(urlForms(keys)).flatMap((each) => each?.text ?? []);
  if (lines.length === 0) return fail('not-found', { reason: 'not-cached' });
  const text = `${lines.join('\n')}\n`;
  return ok({
    text: inBase64 ? `${Buffer.from(text).toString('base64')}\n` : text,
    count: lines.length,
    included: keys,
  });
}

/** Those of these that lose nothing in this form. Fails where that is none. */
function configurationOfMany(
  connections: Listed,
  keys: readonly string[],
  form: ConvertedForm,
): Result<FileContent> {
  const found = connections.convertibles(keys);
  if (found.length === 0) return fail('not-found', { reason: 'not-cached' });
  const all = found.map((each) => ({ key: each.key, converted: convert(form, each) }));
  const done = all.flatMap(({ converted }) => ('refusal' in converted ? [] : [converted]));
  const refusals = all.flatMap(({ converted }) =>
    'refusal' in converted ? [converted.refusal] : [],
  );
  const included = all.flatMap(({ key, converted }) => ('refusal' in converted ? [] : [key]));
  const fields = [...new Set(refusals.flatMap((refusal) => refusal.fields))];
  if (done.length === 0) return fail('invalid-input', notWithoutLoss(fields));
  const leftOut = { count: refusals.length, fields };
  const text = configurationOf(form, done);
  return ok({ text, count: done.length, included, ...(refusals.length > 0 && { leftOut }) });
}

function urlForms(keys: readonly string[]): CopiedForm[] {
  return keys.map((key) => ({ key, form: 'url' }));
}

/** Each in the form that its client opens as a file: an AmneziaWG configuration, else the URL. */
function filesOf(connections: Listed, keys: readonly string[]): ConnectionFile[] {
  const requested = keys.flatMap((key) => {
    const record = connections.record(key);
    if (!record) return [];
    const form: ExportForm = record.forms.includes('awg') ? 'awg' : 'url';
    return [{ key, form, name: fileName(record, form) }];
  });
  return leavingOf(connections, requested);
}

/** What of these is stored and may leave, in the requested order. */
function leavingOf<Requested extends CopiedForm>(
  connections: Listed,
  requested: readonly Requested[],
): (Requested & Released)[] {
  const released = connections.released(requested);
  return requested.flatMap((each, at) => {
    const content = released[at];
    return content === undefined ? [] : [{ ...each, ...content }];
  });
}

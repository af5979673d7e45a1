import type { KeychainState } from '#contract/ipc/session.ts';
import type {
  BackupFiles,
  Clipboard,
  Clock,
  ConsentDialog,
  HttpRequest,
  HttpResponse,
  HttpTransport,
  Log,
  LogHistory,
  NamedFile,
  PlainFiles,
  Random,
  RecordKey,
  QuickWindow,
  SecretStore,
  Shell,
  Vault,
} from '#core/kernel/ports.ts';
import { createMemoryVault } from '#core/kernel/vault/memory-vault.ts';
import { SecretStoreError, waitOf } from '#core/kernel/ports.ts';
import type { ConsentQuestion } from '#core/kernel/consent-question.ts';
import { SealedVault } from '#core/kernel/vault/sealed-vault.ts';

/** A clock that only moves when a test moves it. */
export interface ManualClock extends Clock {
  /** Moves time on and runs what falls due, in order, letting promises settle between. */
  advance(ms: number): Promise<void>;
  /** The user changes the wall clock; waiting is not affected. */
  jump(ms: number): void;
}

export function manualClock(startMs = Date.UTC(2026, 0, 15)): ManualClock {
  let elapsed = 0;
  let offset = startMs;
  let order = 0;
  const waiting = new Map<number, { at: number; run: () => void }>();

  return {
    now: () => offset + elapsed,
    monotonic: () => elapsed,
    after(ms, run) {
      const id = (order += 1);
      waiting.set(id, { at: elapsed + waitOf(ms), run });
      return () => waiting.delete(id);
    },
    jump(ms) {
      offset += ms;
    },
    async advance(ms) {
      const end = elapsed + waitOf(ms);
      for (;;) {
        await settled();
        const due = [...waiting].filter(([, { at }]) => at <= end);
        const next = due.sort((one, other) => one[1].at - other[1].at || one[0] - other[0])[0];
        if (!next) break;
        waiting.delete(next[0]);
        elapsed = Math.max(elapsed, next[1].at);
        next[1].run();
      }
      elapsed = end;
      await settled();
    },
  };
}

/** Lets everything run that waits for nothing but promises. */
export async function settled(): Promise<void> {
  for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

/** The same numbers for the same seed (mulberry32). */
export function seededRandom(seed = 1): Random {
  let state = seed;
  const unit = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return { unit, bytes: (length) => Uint8Array.from({ length }, () => Math.floor(unit() * 256)) };
}

/** Records of one account, sealed with a key that every test has. */
export function sealedOver(vault: Vault): SealedVault {
  return new SealedVault({
    vault,
    account: 'a',
    key: new Uint8Array(32).fill(7),
    random: seededRandom(),
  });
}

/** Where in a vault the records of an account are. */
export function placesIn(vault: Vault, account: string): RecordKey[] {
  return vault.listing(account).map((line) => {
    const purpose = line.slice(0, line.indexOf(' '));
    return { account, purpose, name: line.slice(purpose.length + 1, line.lastIndexOf(' ')) };
  });
}

/** A copy of the records of an account, to be restored later as from a backup. */
export function backupOf(vault: Vault, account: string): Vault {
  const copy = createMemoryVault();
  for (const place of placesIn(vault, account)) {
    copy.write([{ ...place, sealed: vault.read(place) ?? null }]);
  }
  return copy;
}

interface RecordingLog extends Log, LogHistory {
  readonly lines: string[];
}

export function recordingLog(): RecordingLog {
  const lines: string[] = [];
  return {
    lines,
    write: (level, event, fields) => lines.push(JSON.stringify({ level, event, ...fields })),
    tail: (count) => lines.slice(-count),
  };
}

export interface FakeSecrets extends SecretStore {
  readonly entries: Map<string, string>;
  state: KeychainState;
}

export function fakeSecrets(): FakeSecrets {
  const entries = new Map<string, string>();
  const store: FakeSecrets = {
    entries,
    state: 'ready',
    get: (name) => whenReady(() => entries.get(name)),
    set: (name, value) => whenReady(() => void entries.set(name, value)),
    remove: (name) => whenReady(() => void entries.delete(name)),
  };
  function whenReady<T>(answer: () => T): Promise<T> {
    const { state } = store;
    return state === 'ready'
      ? Promise.resolve(answer())
      : Promise.reject(new SecretStoreError(state));
  }
  return store;
}

export function memoryFiles(): PlainFiles & { readonly texts: Map<string, string> } {
  const texts = new Map<string, string>();
  return {
    texts,
    read: (name) => texts.get(name),
    write: (name, text) => texts.set(name, text),
    setAside(name) {
      const earlier = [...texts.keys()].filter((key) => key.startsWith(`${name}.set-aside-`));
      texts.set(`${name}.set-aside-${String(earlier.length + 1)}`, texts.get(name) ?? '');
    },
  };
}

export function fakeClipboard(): Clipboard & { text: string } {
  const clipboard = {
    text: '',
    writeSecret(text: string) {
      clipboard.text = text;
      return Promise.resolve();
    },
    readText: () => Promise.resolve(clipboard.text),
    clear() {
      clipboard.text = '';
      return Promise.resolve();
    },
  };
  return clipboard;
}

/** A user at main's dialogs, who agrees by default. */
export function fakeConsentDialog(): ConsentDialog & {
  readonly questions: ConsentQuestion[];
  /** The keys that were shown. */
  readonly keys: string[];
  /** `undefined`: they think about it until the dialog is closed. */
  agrees: boolean | undefined;
} {
  const user = {
    questions: [] as ConsentQuestion[],
    keys: [] as string[],
    agrees: true as boolean | undefined,
    ask(question: ConsentQuestion, closed: AbortSignal) {
      user.questions.push(question);
      return answered(closed);
    },
    showKey(_name: string, text: string, closed: AbortSignal) {
      user.keys.push(text);
      return answered(closed);
    },
  };
  function answered(closed: AbortSignal): Promise<boolean> {
    const { agrees } = user;
    if (agrees !== undefined) return Promise.resolve(agrees);
    return new Promise((resolve) => {
      // The press on the button and the closing may cross.
      closed.addEventListener('abort', () => resolve(true));
    });
  }
  return user;
}

/** A quick copy window that is never there, and the calls that it received. */
function fakeQuickWindow(): QuickWindow & { readonly calls: string[] } {
  const calls: string[] = [];
  return {
    calls,
    hide: () => void calls.push('hide'),
    open: (path) => void calls.push(`open ${path}`),
    shortcut: () => ({ state: 'off', keys: '', usual: 'Control+Shift+Space', command: 'culvert' }),
    setChoosing: (choosing) => void calls.push(`choosing ${String(choosing)}`),
  };
}

/** Backups by their paths, in memory; no folder has more than the `count` newest. */
export function fakeBackupFiles(): BackupFiles & { readonly files: Map<string, Uint8Array> } {
  const files = new Map<string, Uint8Array>();
  return {
    files,
    read(path) {
      const bytes = files.get(path);
      return bytes ? Promise.resolve(bytes) : Promise.reject(new Error('no such file'));
    },
    write: (path, bytes) => Promise.resolve(void files.set(path, bytes)),
    writeCopy: (folder, prefix, bytes) =>
      Promise.resolve(void files.set(`${folder}/${prefix}${String(files.size)}`, bytes)),
  };
}

export function fakeShell(): Shell & {
  /** The system's error when a file is written, if there is to be one. */
  refuses: string | undefined;
  /** What happens while the dialog for saving a file is open. */
  whileSaving: () => void;
  /** What the next dialog for opening a file, or a folder, is answered with. */
  selectedFile: Uint8Array | undefined;
  selectedFolder: string | undefined;
  /** The bytes that were saved last. */
  savedBytes: Uint8Array;
  readonly saved: { name: string; text: string }[];
  readonly opened: string[];
  readonly folders: { name: string; files: { name: string; text: string }[] }[];
  /** Receives how many files of a folder are written. */
  onWritten: (count: number) => unknown;
  /** Programs by the scheme of the links that they take. */
  readonly clients: Map<string, string>;
} {
  const saved: { name: string; text: string }[] = [];
  const opened: string[] = [];
  const folders: { name: string; files: { name: string; text: string }[] }[] = [];
  const clients = new Map<string, string>();
  const shell = {
    refuses: undefined as string | undefined,
    selectedFile: undefined as Uint8Array | undefined,
    selectedFolder: undefined as string | undefined,
    savedBytes: new Uint8Array() as Uint8Array,
    saved,
    opened,
    folders,
    clients,
    whileSaving: () => undefined,
    openFile: () => Promise.resolve(shell.selectedFile),
    openFolder: () => Promise.resolve(shell.selectedFolder),
    onWritten: (() => undefined) as (count: number) => unknown,
    async saveFolder(
      name: string,
      files: readonly NamedFile[],
      onWritten: (count: number) => void,
      stop: AbortSignal,
    ) {
      if (shell.refuses !== undefined) await refused(shell.refuses);
      const written: { name: string; text: string }[] = [];
      folders.push({ name, files: written });
      for (const { name: file, bytes } of files) {
        if (stop.aborted) break;
        written.push({ name: file, text: new TextDecoder().decode(bytes) });
        onWritten(written.length);
        await shell.onWritten(written.length);
      }
      return name;
    },
    clientFor: (scheme: string) => clients.get(scheme),
    saveFile(name: string, bytes: Uint8Array, mayWrite = () => true) {
      if (shell.refuses !== undefined) return refused(shell.refuses);
      shell.whileSaving();
      if (!mayWrite()) return Promise.resolve(undefined);
      shell.savedBytes = bytes;
      saved.push({ name, text: new TextDecoder().decode(bytes) });
      return Promise.resolve(name);
    },
    notify: () => undefined,
    openExternal(url: string) {
      opened.push(url);
      return Promise.resolve();
    },
  };
  return shell;
}

function refused(code: string): Promise<never> {
  return Promise.reject(Object.assign(new Error('refused'), { code }));
}

interface ScriptedTransport extends HttpTransport {
  readonly requests: HttpRequest[];
}

export function scriptedTransport(
  answer: (request: HttpRequest) => HttpResponse | Promise<HttpResponse>,
): ScriptedTransport {
  const requests: HttpRequest[] = [];
  return {
    requests,
    async send(request) {
      requests.push(request);
      return answer(request);
    },
    close: () => Promise.resolve(),
  };
}

/** A success envelope, as bytes on the wire. */
export function envelope(data: unknown): HttpResponse {
  return json({ status: true, statusCode: 200, data });
}

/** An error body (specification, part 3, Errors). */
export function errorBody(status: number, errorCode: number, message: string): HttpResponse {
  return json({ status: false, statusCode: status, errorCode, message }, status);
}

export function json(body: unknown, status = 200): HttpResponse {
  return { status, headers: {}, body: new TextEncoder().encode(JSON.stringify(body)) };
}

/** A system that is in the network called so; `undefined` is none. */
export function fakeSystemNetwork(name = 'at home') {
  const network = {
    name: name as string | undefined,
    identify: () => Promise.resolve(network.name),
  };
  return network;
}

/** The parts of a machine that no test and no benchmark of the core has as they really are. */
export function fakeParts() {
  return {
    secrets: fakeSecrets(),
    files: memoryFiles(),
    clipboard: fakeClipboard(),
    shell: fakeShell(),
    backupFiles: fakeBackupFiles(),
    consentDialog: fakeConsentDialog(),
    quickWindow: fakeQuickWindow(),
  };
}

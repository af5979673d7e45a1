import type { CertificateFault } from '#contract/check-result.ts';
import type { ProxyErrorKind, TlsFault } from '#contract/failure.ts';
import type { QuickShortcut } from '#contract/ipc/quick.ts';
import type { KeychainState } from '#contract/ipc/session.ts';
import type { ConsentQuestion } from './consent-question.ts';

/** What the core needs from the world: one adapter each, and a fake where tests steer. */

/** A request as the transport sends it. The address is absolute and already encoded. */
export interface HttpRequest {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** The longest answer that is taken, bytes, in its content coding and without it. */
  readonly maxAnswerBytes: number;
  readonly signal?: AbortSignal;
}

export interface HttpResponse {
  readonly status: number;
  /** Names in lower case; repeated headers joined by ", ". */
  readonly headers: Readonly<Record<string, string>>;
  /** The whole body, decoded from its content encoding. */
  readonly body: Uint8Array;
}

export type TransportCause =
  | 'dns'
  | 'refused'
  | 'unreachable'
  | 'tls'
  | 'proxy'
  | 'timeout'
  | 'aborted'
  | 'cut'
  | 'too-large'
  | 'redirected'
  /** The network settings are not what the user chose. */
  | 'settings-changed';

/** Sends once, follows no redirect; rejects with a `TransportError` alone. */
export interface HttpTransport {
  send(request: HttpRequest): Promise<HttpResponse>;
  close(): Promise<void>;
}

/** The network path to a service: everything that a user may configure about it. */
export interface NetworkPath {
  /** `http://` or `socks5://` address of a proxy, with `user:password@` where it wants one. */
  readonly proxy?: string;
  /** PEM certificates to trust besides the built-in ones: the user's own CA file. */
  readonly ca?: string;
}

/** `sent`: whether any byte of the request may have left. The details go with the reason's name. */
export class TransportError extends Error {
  override readonly name = 'TransportError';
  readonly reason: TransportCause;
  readonly sent: boolean;
  readonly tls: TlsFault | undefined;
  readonly proxy: ProxyErrorKind | undefined;

  constructor(
    reason: TransportCause,
    sent: boolean,
    details: { readonly tls?: TlsFault; readonly proxy?: ProxyErrorKind } = {},
  ) {
    super(`transport: ${reason}${sent ? ' after sending' : ' before sending'}`);
    this.reason = reason;
    this.sent = sent;
    this.tls = details.tls;
    this.proxy = details.proxy;
  }
}

/** Each call ends within 2 s, or rejects with a `SecretStoreError` without any value. */
export interface SecretStore {
  get(name: string): Promise<string | undefined>;
  set(name: string, value: string): Promise<void>;
  remove(name: string): Promise<void>;
}

export class SecretStoreError extends Error {
  override readonly name = 'SecretStoreError';
  readonly state: Exclude<KeychainState, 'ready'>;

  constructor(state: SecretStoreError['state']) {
    super(`keychain: ${state}`);
    this.state = state;
  }
}

/** A program of ours beside this one, which gets plain values and nothing else. */
export interface HelperProgram {
  /** Does nothing once it has ended. */
  send(message: unknown): void;
  /** Its messages, and one call when it has ended. Set before the first message. */
  listen(hears: { readonly message: (value: unknown) => void; readonly ended: () => void }): void;
  /** Ends it at once. It reports nothing after that. */
  end(): void;
}

/** Where a sealed record lives. All three are opaque to the store; none may hold a secret. */
export interface RecordKey {
  readonly account: string;
  readonly purpose: string;
  readonly name: string;
}

/** A record to write, or to remove when `sealed` is `null`. */
export interface RecordChange extends RecordKey {
  readonly sealed: Uint8Array | null;
}

/** Sealed records: each `write` is one transaction, on the disk when it returns. */
export interface Vault {
  accounts(): readonly string[];
  read(key: RecordKey): Uint8Array | undefined;
  /** All records of one purpose, in the order of their names. */
  readAll(account: string, purpose: string): { name: string; sealed: Uint8Array }[];
  /** Each record as one text: purpose, name and the end of its seal in hexadecimal. */
  listing(account: string): readonly string[];
  write(changes: readonly RecordChange[]): void;
  removeAccount(account: string): void;
  close(): void;
}

/** Where a vault's records are: on a disk that takes new ones or does not, or for this run alone. */
export type VaultStorage = 'disk' | 'read-only' | 'memory';

export class VaultError extends Error {
  override readonly name = 'VaultError';
  readonly reason: 'damaged' | 'read-only' | 'no-space' | 'locked' | 'denied';

  constructor(reason: VaultError['reason']) {
    super(`vault: ${reason}`);
    this.reason = reason;
  }
}

export const plainFiles = [
  'accounts.json',
  'authorities.pem',
  'clock.json',
  'network.json',
  'settings.json',
  'updates.json',
  'window.json',
] as const;
export type PlainFile = (typeof plainFiles)[number];

/** Small files that are not secret, replaced whole and atomically. Writing throws a `VaultError`. */
export interface PlainFiles {
  read(name: PlainFile): string | undefined;
  write(name: PlainFile, text: string): void;
  /** Copies the file to a dated name before it is replaced. Throws a `VaultError`. */
  setAside(name: PlainFile): void;
}

/** Backups by their paths, where no dialog asks for one. Each rejects with the system's error. */
export interface BackupFiles {
  read(path: string, atMost: number): Promise<Uint8Array>;
  /** Writes a file (mode 0600): whole, or not at all. */
  write(path: string, bytes: Uint8Array): Promise<void>;
  /** Writes one into a folder, and then removes all but the `count` newest of this prefix there. */
  writeCopy(folder: string, prefix: string, bytes: Uint8Array, count: number): Promise<void>;
}

/** Time, and waiting for it. `cancel` functions may be called more than once. */
export interface Clock {
  /** Unix milliseconds; may jump when the user changes the clock. */
  now(): number;
  /** Milliseconds that only go forward, from an arbitrary start. */
  monotonic(): number;
  /** Calls `run` once after `ms`; returns its cancellation. Never keeps the program alive alone. */
  after(ms: number, run: () => void): () => void;
}

/** The furthest that a `Date` is from another, milliseconds. */
const longestWait = 2 * 8.64e15;

/** How long every clock waits: not at all for what is past. Throws for what is no time. */
export function waitOf(ms: number): number {
  if (!(Math.abs(ms) <= longestWait)) throw new RangeError('not a time');
  return Math.max(0, ms);
}

/** Randomness: cryptographic bytes, and a number in [0, 1) for jitter. */
export interface Random {
  bytes(length: number): Uint8Array;
  unit(): number;
}

/** `writeSecret` marks the text as concealed where the system knows that. May reject. */
export interface Clipboard {
  writeSecret(text: string): Promise<void>;
  readText(): Promise<string>;
  clear(): Promise<void>;
}

/** A file to write; its name has passed `fileName`. */
export interface NamedFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

export interface Distance {
  /** Milliseconds to an address and back, by TCP or an echo; `undefined`: no answer. Never rejects. */
  measure(address: string): Promise<number | undefined>;
}

/** The network that this computer is in, as far as its system tells any program. */
export interface SystemNetwork {
  /** Tells networks apart, never shown: interface, address and subnet. Never rejects. */
  identify(): Promise<string | undefined>;
}

/** What the shell lets the core ask of the user's system. */
export interface Shell {
  /**
   * Asks where to save, writes the file (0600) and returns its name; `undefined` when refused, or by
   * `mayWrite` after the dialog, which may be open for long. Rejects with the system's error.
   */
  saveFile(
    suggestedName: string,
    bytes: Uint8Array,
    mayWrite?: () => boolean,
  ): Promise<string | undefined>;
  /**
   * Asks which file to read, with these extensions (no dot) or another, and returns at most `atMost` bytes of
   * it; `undefined` when refused. Rejects when it cannot be read.
   */
  openFile(extensions: readonly string[], atMost: number): Promise<Uint8Array | undefined>;
  /** Asks for a folder and returns its path; `undefined` when refused. */
  openFolder(): Promise<string | undefined>;
  /** A quiet notification without secrets; `onFailed` where the system does not show it. */
  notify(title: string, body: string, onClick?: () => void, onFailed?: () => void): void;
  /**
   * As `saveFile`, but asks for a folder, writes the files (0600) into a new one in it (0700) with that name,
   * numbered where there is one already, and returns its name. `onWritten` receives how many are written:
   * first 0, then after each one. After `stop` no file is begun; those that are written stay.
   */
  saveFolder(
    suggestedName: string,
    files: readonly NamedFile[],
    onWritten: (count: number) => void,
    stop: AbortSignal,
    mayWrite?: () => boolean,
  ): Promise<string | undefined>;
  clientFor(scheme: string): string | undefined;
  /** Opens an address, which the caller has checked, in the user's browser. May reject. */
  openExternal(url: string): Promise<void>;
}

/** Main's own dialogs, which no page can draw or answer; `false` unasked without a window. */
export interface ConsentDialog {
  ask(question: ConsentQuestion, closed: AbortSignal): Promise<boolean>;
  /** Shows an API key; answers whether to copy it. The name may hold anything. */
  showKey(name: string, key: string, closed: AbortSignal): Promise<boolean>;
}

type LogLevel = 'debug' | 'info' | 'warn' | 'error';

/** One line a call. Fields are values that were named for the log one by one: never a secret. */
export interface Log {
  write(
    level: LogLevel,
    event: string,
    fields?: Readonly<Record<string, string | number | boolean>>,
  ): void;
}

export interface LogHistory {
  /** The newest lines, oldest first, those of earlier runs too; none when they cannot be read. */
  tail(count: number): readonly string[];
}

/**
 * `no-answer`: its signal aborted before anything came back; `silent`: after the connection was established.
 * `closed`: the other end ended it in order. `unexpected`: what came was not the protocol.
 */
export type ProbeFaultReason =
  | 'offline'
  | 'no-answer'
  | 'silent'
  | 'refused'
  | 'unreachable'
  | 'reset'
  | 'closed'
  | 'unexpected';

export class ProbeFault extends Error {
  override readonly name = 'ProbeFault';
  readonly reason: ProbeFaultReason;

  constructor(reason: ProbeFaultReason) {
    super(`probe: ${reason}`);
    this.reason = reason;
  }
}

export interface ProbeStream {
  /** What goes wrong with it is learnt from the next `read`. */
  write(bytes: Uint8Array): void;
  /** The next bytes that arrive, at least one; one read at a time. */
  read(): Promise<Uint8Array>;
  /**
   * Goes on in TLS with any certificate, of `host` where no server name is sent, and not on this stream.
   * Answers the one inside, ALPN's protocol (empty for none), and why a client refuses the certificate.
   */
  secure(options: {
    readonly host: string;
    readonly serverName: string | null;
    readonly alpn: readonly string[];
  }): Promise<{
    readonly inside: ProbeStream;
    readonly protocol: string;
    readonly certificate: CertificateFault | undefined;
  }>;
  close(): void;
}

/** A UDP socket of a check that receives from one address only. */
export interface ProbeDatagrams {
  send(bytes: Uint8Array): void;
  /** The next datagram; one at a time. */
  receive(): Promise<Uint8Array>;
  close(): void;
}

export type LookupFailure = 'offline' | 'name-not-found' | 'no-address' | 'dns-failed';

/**
 * Where a name leads. `found`: to the internet, IPv4 first; `local`: to this computer or its networks alone;
 * `local-name`: it is of the local network, and not looked up.
 */
export type Lookup =
  | { readonly kind: 'found' | 'local'; readonly addresses: readonly string[] }
  | { readonly kind: 'local-name' }
  | { readonly kind: 'failed'; readonly reason: LookupFailure };

/** The sockets of one run of checks: they reject with a `ProbeFault`; openers close them. */
export interface ProbeSockets {
  /** Looks a name up, once however often it is asked; an address is itself. Never rejects. */
  lookup(host: string, signal: AbortSignal): Promise<Lookup>;
  /** @param addresses tried in their order until this machine has a route to one */
  connect(addresses: readonly string[], port: number, signal: AbortSignal): Promise<ProbeStream>;
  datagrams(
    addresses: readonly string[],
    port: number,
    signal: AbortSignal,
  ): Promise<ProbeDatagrams>;
  close(): void;
}

export interface QuickWindow {
  /** Hides it and gives the keyboard back to what had it. */
  hide(): void;
  /** Shows the main window at this page, or at its current one for an empty path. */
  open(path: string): void;
  shortcut(): QuickShortcut;
  /** Suspends the global shortcut while the user records new keys. */
  setChoosing(choosing: boolean): void;
}

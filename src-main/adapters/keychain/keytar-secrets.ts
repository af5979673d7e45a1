import { SecretStoreError, type SecretStore } from '#core/ports.ts';
import type { KeytarProcess } from './keytar-process.ts';
import { refusalOf, type Refusal } from './refusals.ts';

const defaultDeadline = 2000;
/** How long a prompt that a call has raised stays on the screen, milliseconds. */
const defaultPatience = 120_000;
/** The program that has keytar is ended when it had nothing to do for so long, milliseconds. */
const defaultIdle = 10_000;

/** Written and removed again to learn whether the keychain is open. Not a secret. */
const probe = { name: 'keychain check', value: 'open' };

export interface KeytarSecrets extends SecretStore {
  /** Starts what the first call will need. Resolves when that stands, or will not. */
  readonly prepare: () => Promise<void>;
  /** Ends it, for good. */
  readonly close: () => void;
}

/** One call, from its turn to its end or its deadline. */
interface Turn {
  /** What to say when the deadline passes now. */
  late: Refusal;
  over: boolean;
  /** What does it, and whether anything was asked of that. */
  keytar: KeytarProcess | undefined;
  asked: boolean;
  /** It is changing an entry: what is left to go on could undo what comes after it. */
  changing: boolean;
}

/**
 * The operating system's keychain by keytar: the Secret Service on Linux, the Keychain on macOS, the
 * Credential Manager on Windows. Each entry is `service` and its name.
 *
 * keytar runs in a program of its own, because libsecret keeps the first service that it found for as
 * long as a program runs, and a call of keytar's cannot be called off. Where that service is gone, or
 * the program, the call is made once more in another one; all calls may be made twice. A call that
 * outlives its deadline may be waiting for a person at a prompt, which closes with the program that
 * raised it. So that program is left alone until the call ends, or for some minutes, and the next
 * call has another; but one that changes an entry is ended at its deadline, and so is every other
 * while one is left.
 *
 * One call runs at a time, and the others wait for their turn within their own deadline; one whose
 * deadline passed while it waited is not begun. A deadline does not count what starting takes, which
 * has a limit of its own: a busy machine is no refusal.
 *
 * What keytar says is not taken at its word. A locked Secret Service answers as if an entry were not
 * there, to reading and to removing, and a prompt that the person closed counts as written. So "not
 * there" is told only by a keychain that can be written to at that moment, and what was written is
 * read again.
 *
 * @param options.start starts the program; `absent` where it has no keytar, an optional dependency
 */
export function createKeytarSecrets(options: {
  readonly service: string;
  readonly start: () => KeytarProcess;
  readonly deadlineMs?: number;
  readonly patienceMs?: number;
  readonly idleMs?: number;
  readonly platform?: NodeJS.Platform;
}): KeytarSecrets {
  const { service, start } = options;
  const { deadlineMs = defaultDeadline, patienceMs = defaultPatience } = options;
  const platform = options.platform ?? process.platform;
  let current: KeytarProcess | undefined;
  /** Asked before, and so it may hold on to a service that is gone. */
  let used: KeytarProcess | undefined;
  /** With a call that outlived its deadline: perhaps a prompt. */
  let left: KeytarProcess | undefined;
  let last: Promise<unknown> = Promise.resolve();
  let closed = false;
  /** Calls and starts under way: what a busy machine makes slow is not idle. */
  let busy = 0;
  const idle = setTimeout(() => {
    if (busy === 0) current?.end();
  }, options.idleMs ?? defaultIdle);
  idle.unref();

  /** What there is, or what is started now. */
  function running(): KeytarProcess {
    if (closed) throw new SecretStoreError('absent');
    if (current === undefined || current.ended()) current = start();
    return current;
  }

  /** What goes on in `work` is not idle; from its end on it is, unless there is more. */
  async function whileBusy<T>(work: () => Promise<T>): Promise<T> {
    busy += 1;
    try {
      return await work();
    } finally {
      busy -= 1;
      idle.refresh();
    }
  }

  async function prepare(): Promise<void> {
    try {
      await whileBusy(async () => running().up);
    } catch {
      // The call that wants it tries once more, and says why not.
    }
  }

  async function attempt<T>(turn: Turn, work: (keytar: KeytarProcess) => Promise<T>): Promise<T> {
    const keytar = running();
    Object.assign(turn, { keytar, late: 'timed-out', asked: false, changing: false });
    const found = await keytar.up;
    assertInTime(turn);
    if (!found) throw new SecretStoreError('absent');
    turn.asked = true;
    used = keytar;
    return work(keytar);
  }

  async function run<T>(
    turn: Turn,
    work: (keytar: KeytarProcess, turn: Turn) => Promise<T>,
  ): Promise<T> {
    assertInTime(turn);
    const before = used;
    const doIt = (keytar: KeytarProcess) => work(keytar, turn);
    try {
      return await attempt(turn, doIt);
    } catch (error) {
      const { keytar } = turn;
      assertInTime(turn);
      if (keytar === undefined) throw error;
      const died = keytar.ended();
      const state = refusalOf(error, platform);
      if (!died && state !== 'absent' && state !== 'timed-out') throw error;
      keytar.end();
      // One that began with this call has seen what there is now.
      if (!died && keytar !== before) throw error;
      return await attempt(turn, doIt);
    }
  }

  /** The deadline has passed in the middle of a call: what comes next does not wait for it. */
  function giveUp({ keytar, asked, changing }: Turn, begun: Promise<unknown>): void {
    // What is still starting is there for the next call.
    if (keytar === undefined || !asked) return;
    if (current === keytar) current = undefined;
    if (changing || left !== undefined) {
      keytar.end();
      return;
    }
    left = keytar;
    const patience = setTimeout(keytar.end, patienceMs);
    patience.unref();
    const done = () => {
      clearTimeout(patience);
      keytar.end();
      left = undefined;
    };
    begun.then(done, done);
  }

  function inTurn<T>(work: (keytar: KeytarProcess, turn: Turn) => Promise<T>): Promise<T> {
    return whileBusy(async () => {
      await prepare();
      return inTime(work);
    });
  }

  /** Runs `work` in its turn and within its deadline; only `SecretStoreError` comes out. */
  async function inTime<T>(work: (keytar: KeytarProcess, turn: Turn) => Promise<T>): Promise<T> {
    const turn: Turn = {
      late: 'timed-out',
      over: false,
      keytar: undefined,
      asked: false,
      changing: false,
    };
    const begun = last.then(() => run(turn, work));
    const { promise: expired, reject } = Promise.withResolvers<never>();
    const timer = setTimeout(() => {
      turn.over = true;
      giveUp(turn, begun);
      reject(new SecretStoreError(turn.late));
    }, deadlineMs);
    const ended = Promise.race([begun, expired]);
    last = ended.catch(() => undefined);
    try {
      return await ended;
    } catch (error) {
      throw new SecretStoreError(refusalOf(error, platform));
    } finally {
      clearTimeout(timer);
    }
  }

  /** Fails unless the keychain is open. Where it asks the person first, that is `locked`. */
  async function assertOpen(keytar: KeytarProcess, turn: Turn): Promise<void> {
    if (platform !== 'linux') return;
    assertInTime(turn);
    turn.late = 'locked';
    await keytar.setPassword(service, probe.name, probe.value);
    const found = await keytar.getPassword(service, probe.name);
    if (found !== probe.value) throw new SecretStoreError('locked');
    await keytar.deletePassword(service, probe.name);
  }

  /** Does what changes an entry, and is not left to do it later. */
  async function change<T>(turn: Turn, work: () => Promise<T>): Promise<T> {
    turn.changing = true;
    const done = await work();
    turn.changing = false;
    return done;
  }

  return {
    get: (name) =>
      inTurn(async (keytar, turn) => {
        const value = await keytar.getPassword(service, name);
        if (value === null) await assertOpen(keytar, turn);
        return value ?? undefined;
      }),
    set: (name, value) =>
      inTurn(async (keytar, turn) => {
        await change(turn, () => keytar.setPassword(service, name, value));
        const kept = await keytar.getPassword(service, name);
        if (kept !== value) throw new SecretStoreError(kept === null ? 'locked' : 'denied');
      }),
    remove: (name) =>
      inTurn(async (keytar, turn) => {
        const removed = await change(turn, () => keytar.deletePassword(service, name));
        if (!removed) await assertOpen(keytar, turn);
      }),
    prepare,
    close: () => {
      closed = true;
      current?.end();
      left?.end();
    },
  };
}

function assertInTime({ over, late }: Turn): void {
  if (over) throw new SecretStoreError(late);
}

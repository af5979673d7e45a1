import { SecretStoreError } from '#core/kernel/ports.ts';
import type { KeytarProcess } from './keytar-process.ts';
import { refusalOf, type Refusal } from './refusals.ts';

const defaultDeadline = 2000;
/** How long a prompt that a call has raised stays on the screen, milliseconds. */
const defaultPatience = 120_000;
/** The program that has keytar is ended when it had nothing to do for so long, milliseconds. */
const defaultIdle = 10_000;

export interface KeytarQueueOptions {
  /** Starts the program; `absent` where it has no keytar, an optional dependency. */
  readonly start: () => KeytarProcess;
  readonly platform: NodeJS.Platform;
  readonly deadlineMs?: number | undefined;
  readonly patienceMs?: number | undefined;
  readonly idleMs?: number | undefined;
}

export interface Turn {
  /** What to say when the deadline passes now. */
  late: Refusal;
  over: boolean;
  /** What does it, and whether anything was sent to that. */
  keytar: KeytarProcess | undefined;
  sent: boolean;
  /** It is changing an entry: what is left to go on could undo what comes after it. */
  changing: boolean;
}

type Work<T> = (keytar: KeytarProcess, turn: Turn) => Promise<T>;

/**
 * The calls of keytar, one at a time, and the program that does them.
 *
 * keytar runs in a program of its own, because libsecret keeps the first service that it found for as long as
 * a program runs, and a call of keytar's cannot be called off. Where that service is gone, or the program,
 * the call is made once more in another one; all calls may be made twice. A call that outlives its deadline
 * may be waiting for a user at a prompt, which closes with the program that raised it. So that program is
 * left alone until the call ends, or for some minutes, and the next call has another; but one that changes an
 * entry is ended at its deadline, and so is every other while one is left.
 *
 * The calls that do not run yet wait for their turn within their own deadline; one whose deadline passed
 * while it waited is not begun. A deadline does not count what starting takes, which has a limit of its own:
 * a busy machine is no refusal.
 */
export class KeytarQueue {
  readonly #options: KeytarQueueOptions;
  readonly #idle: NodeJS.Timeout;
  #current: KeytarProcess | undefined;
  /** Has done a call, and so it may hold on to a service that is gone. */
  #used: KeytarProcess | undefined;
  /** With a call that outlived its deadline: perhaps a prompt. */
  #left: KeytarProcess | undefined;
  #last: Promise<unknown> = Promise.resolve();
  #closed = false;
  /** Calls and starts under way: what a busy machine makes slow is not idle. */
  #busy = 0;

  constructor(options: KeytarQueueOptions) {
    this.#options = options;
    this.#idle = setTimeout(() => {
      if (this.#busy === 0) this.#current?.end();
    }, options.idleMs ?? defaultIdle);
    this.#idle.unref();
  }

  /** Starts the program that the next call will need. Resolves when it runs, or will not. */
  async prepare(): Promise<void> {
    try {
      await this.#whileBusy(async () => this.#running().up);
    } catch {
      // The call that needs it tries once more, and says why not.
    }
  }

  /** Runs `work` in its turn and within its deadline; only `SecretStoreError` comes out. */
  inTurn<T>(work: Work<T>): Promise<T> {
    return this.#whileBusy(async () => {
      await this.prepare();
      return this.#inTime(work);
    });
  }

  close(): void {
    this.#closed = true;
    this.#current?.end();
    this.#left?.end();
  }

  #running(): KeytarProcess {
    if (this.#closed) throw new SecretStoreError('absent');
    if (this.#current === undefined || this.#current.ended()) this.#current = this.#options.start();
    return this.#current;
  }

  async #whileBusy<T>(work: () => Promise<T>): Promise<T> {
    this.#busy += 1;
    try {
      return await work();
    } finally {
      this.#busy -= 1;
      this.#idle.refresh();
    }
  }

  async #inTime<T>(work: Work<T>): Promise<T> {
    const { deadlineMs = defaultDeadline, platform } = this.#options;
    const turn: Turn = {
      late: 'timed-out',
      over: false,
      keytar: undefined,
      sent: false,
      changing: false,
    };
    const begun = this.#last.then(() => this.#run(turn, work));
    const { promise: expired, reject } = Promise.withResolvers<never>();
    const timer = setTimeout(() => {
      turn.over = true;
      this.#giveUp(turn, begun);
      reject(new SecretStoreError(turn.late));
    }, deadlineMs);
    const ended = Promise.race([begun, expired]);
    this.#last = ended.catch(() => undefined);
    try {
      return await ended;
    } catch (error) {
      throw new SecretStoreError(refusalOf(error, platform));
    } finally {
      clearTimeout(timer);
    }
  }

  /** Runs `work`, once more in another program where the first one, or its service, is gone. */
  async #run<T>(turn: Turn, work: Work<T>): Promise<T> {
    assertInTime(turn);
    const before = this.#used;
    try {
      return await this.#attempt(turn, work);
    } catch (error) {
      const { keytar } = turn;
      assertInTime(turn);
      if (keytar === undefined) throw error;
      const died = keytar.ended();
      const state = refusalOf(error, this.#options.platform);
      if (!died && state !== 'absent' && state !== 'timed-out') throw error;
      keytar.end();
      // One that began with this call has seen what there is now.
      if (!died && keytar !== before) throw error;
      return await this.#attempt(turn, work);
    }
  }

  async #attempt<T>(turn: Turn, work: Work<T>): Promise<T> {
    const keytar = this.#running();
    Object.assign(turn, { keytar, late: 'timed-out', sent: false, changing: false });
    const found = await keytar.up;
    assertInTime(turn);
    if (!found) throw new SecretStoreError('absent');
    turn.sent = true;
    this.#used = keytar;
    return work(keytar, turn);
  }

  /** The deadline has passed in the middle of a call: what comes next does not wait for it. */
  #giveUp({ keytar, sent, changing }: Turn, begun: Promise<unknown>): void {
    // What is still starting is there for the next call.
    if (keytar === undefined || !sent) return;
    if (this.#current === keytar) this.#current = undefined;
    if (changing || this.#left !== undefined) {
      keytar.end();
      return;
    }
    this.#left = keytar;
    const patience = setTimeout(keytar.end, this.#options.patienceMs ?? defaultPatience);
    patience.unref();
    const done = () => {
      clearTimeout(patience);
      keytar.end();
      this.#left = undefined;
    };
    begun.then(done, done);
  }
}

/** Throws a `SecretStoreError` once the deadline of a call has passed. */
export function assertInTime({ over, late }: Turn): void {
  if (over) throw new SecretStoreError(late);
}

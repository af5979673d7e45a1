import { z } from 'zod';
import {
  afterReading,
  isBack,
  rebootStartsMs,
  silentUntil,
  type Reboot,
  type ServerReading,
} from '#contract/reboot.ts';
import { cloudServerName } from '#contract/rules/server-name.ts';
import type { Clock } from '#core/kernel/ports.ts';
import { createScheduler, type Scheduler } from '#core/kernel/scheduler.ts';
import type { SealedVault } from '#core/kernel/vault/sealed-vault.ts';

/** How often a reading of a rebooting server is asked for, unless there is a newer one than this, ms. */
const readIntervalMs = 10_000;
const freshForMs = 5000;
/** A server that is not back after this is followed no more, milliseconds. */
const longestRebootMs = 20 * 60_000;

const FollowedReboot = z.object({
  /** The cloud server's. */
  id: z.number(),
  startedAt: z.number(),
  wentDown: z.boolean(),
  /** `overdue`: its usual time has passed; `back`: over, and not announced yet. */
  phase: z.enum(['rebooting', 'overdue', 'back']),
});
type FollowedReboot = z.output<typeof FollowedReboot>;
const FollowedReboots = z.array(FollowedReboot).readonly();

interface RebootsOptions {
  readonly clock: Clock;
  readonly vault: SealedVault;
  readonly readingOf: (server: string) => ServerReading | undefined;
  /** Asks for a newer one; `check` is called when it is there. */
  readonly requestReading: (server: string) => void;
  readonly onChange: (servers: readonly string[]) => void;
  /** Called when a server reboots no longer: the stored facts about it are stale. */
  readonly onOver: () => void;
}

/** From acceptance until the end was announced, across restarts. */
export class Reboots {
  readonly #options: RebootsOptions;
  readonly #timer: Scheduler;
  #all: readonly FollowedReboot[];

  constructor(options: RebootsOptions) {
    const { clock, vault } = options;
    this.#options = options;
    this.#timer = createScheduler(clock);
    const stored = vault.read('reboots', 'followed', FollowedReboots) ?? [];
    this.#all = stored.flatMap((reboot) => followed(reboot, undefined, clock.now()));
    this.#schedule(rebootStartsMs);
  }

  of(server: string): Reboot | undefined {
    const found = this.#all.find(({ id }) => cloudServerName(id) === server);
    if (found?.phase !== 'rebooting') return undefined;
    return { startedAt: found.startedAt, wentDown: found.wentDown };
  }

  back(): readonly number[] {
    return this.#all.flatMap(({ id, phase }) => (phase === 'back' ? [id] : []));
  }

  started(id: number): void {
    const startedAt = this.#options.clock.now();
    const reboot = { id, startedAt, wentDown: false, phase: 'rebooting' } as const;
    this.#write([...this.#all.filter((other) => other.id !== id), reboot]);
    this.#schedule(rebootStartsMs + 1000);
    this.#options.onChange([cloudServerName(id)]);
  }

  /** That a server is back is announced now, and never again. */
  announced(id: number): void {
    this.#write(this.#all.filter((reboot) => reboot.id !== id));
  }

  /** Takes in what the time and the newest readings say. */
  check(): void {
    const { clock, readingOf, onChange, onOver } = this.#options;
    const changed: string[] = [];
    const over: string[] = [];
    const all = this.#all.flatMap((before) => {
      const server = cloudServerName(before.id);
      const after = followed(before, readingOf(server), clock.now());
      if (after[0] !== before) changed.push(server);
      if (before.phase === 'rebooting' && after[0]?.phase !== 'rebooting') over.push(server);
      return after;
    });
    if (changed.length === 0) return;
    this.#write(all);
    onChange(changed);
    if (over.length > 0) onOver();
  }

  stop(): void {
    this.#timer.cancel();
  }

  /** Reads the servers that are waited for after `ms`, or sooner where the usual time of one passes. */
  #schedule(ms: number): void {
    const { clock } = this.#options;
    const waiting = this.#all.filter(({ phase }) => phase !== 'back');
    if (waiting.length === 0) return;
    const ends = waiting.flatMap((reboot) =>
      reboot.phase === 'rebooting' ? [silentUntil(reboot) - clock.now()] : [],
    );
    this.#timer.schedule(() => this.#read(), Math.max(1, Math.min(ms, ...ends)));
  }

  #read(): void {
    const { clock, readingOf, requestReading } = this.#options;
    this.check();
    for (const { id, phase } of this.#all) {
      const server = cloudServerName(id);
      const age = clock.now() - (readingOf(server)?.fetchedAt ?? 0);
      if (phase !== 'back' && !(age >= 0 && age < freshForMs)) requestReading(server);
    }
    this.#schedule(readIntervalMs);
  }

  #write(all: readonly FollowedReboot[]): void {
    this.#all = all;
    this.#options.vault.write([{ purpose: 'reboots', name: 'followed', value: all }]);
  }
}

/** What a reboot is now, the same object where nothing has changed; none where it is given up. */
function followed(
  before: FollowedReboot,
  reading: ServerReading | undefined,
  now: number,
): readonly FollowedReboot[] {
  if (before.phase === 'back') return [before];
  const { wentDown } = afterReading(before, reading);
  const after = wentDown === before.wentDown ? before : { ...before, wentDown };
  if (isBack(after, reading)) return [{ ...after, phase: 'back' }];
  const age = now - before.startedAt;
  // A clock that was set back must not keep it for ever.
  if (age < 0 || age > longestRebootMs) return [];
  const isOverdue = after.phase === 'rebooting' && now >= silentUntil(after);
  return [isOverdue ? { ...after, phase: 'overdue' } : after];
}

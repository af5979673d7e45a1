import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import type { State } from './store/state.ts';

/** Reads a saved state; `undefined` when there is no such file. Throws when it cannot be read. */
export function loadState(file: string): State | undefined {
  if (!existsSync(file)) return undefined;
  const value: unknown = JSON.parse(readFileSync(file, 'utf8'));
  if (!isState(value)) throw new TypeError(`${file} was not written by this service`);
  return value;
}

function isState(value: unknown): value is State {
  return typeof value === 'object' && value !== null && 'version' in value && value.version === 1;
}

interface StateFile {
  /** Saves soon; consecutive changes are saved together. */
  changed(): void;
  flush(): void;
}

const delayMs = 250;

/** Writes the state to a file after each change: readable by its owner only, replaced atomically. */
export function createStateFile(file: string, state: State): StateFile {
  let timer: NodeJS.Timeout | undefined;
  const save = (): void => {
    clearTimeout(timer);
    timer = undefined;
    const whole = `${file}.${String(process.pid)}.tmp`;
    writeFileSync(whole, JSON.stringify(state), { mode: 0o600 });
    renameSync(whole, file);
  };
  return {
    changed() {
      timer ??= setTimeout(save, delayMs);
    },
    flush: save,
  };
}

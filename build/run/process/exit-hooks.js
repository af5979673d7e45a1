/**
 * What this process must still do when it is asked to end. It is of the process, as signals are.
 *
 * @type {(() => Promise<void> | void)[]}
 */
const duties = [];

/**
 * Has something done when this command is asked to end, the newest first; programs that it started
 * are stopped so. Returns what takes that back.
 *
 * @param {() => Promise<void> | void} duty
 */
export function beforeLeaving(duty) {
  duties.push(duty);
  return () => {
    const index = duties.indexOf(duty);
    if (index >= 0) duties.splice(index, 1);
  };
}

/** Does what is left to be done before this command ends. */
export async function doDuties() {
  for (let duty = duties.pop(); duty !== undefined; duty = duties.pop()) await duty();
}

/** @type {readonly (readonly [NodeJS.Signals, number])[]} signals and the exit codes they mean */
const signals = [
  ['SIGINT', 130],
  ['SIGTERM', 143],
  ['SIGHUP', 129],
];

/** Milliseconds between two looks at whether npm is still there. */
const look = 500;

/**
 * From now on the command does its duties before it ends by Ctrl-C, a closed terminal, a polite kill,
 * or because npm above it was killed.
 */
export function endInOrder() {
  let leaving = false;
  /** @param {number} code */
  const leave = async (code) => {
    if (leaving) return;
    leaving = true;
    await doDuties();
    process.exit(code);
  };
  for (const [signal, code] of signals) process.on(signal, () => void leave(code));
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.env['npm_lifecycle_event'] && process.ppid !== parent) void leave(143);
  }, look);
  watch.unref();
}

/**
 * What to run before this process ends. A module variable, because signals concern the process.
 *
 * @type {(() => Promise<void> | void)[]}
 */
const hooks = [];

/**
 * Registers a function to run before this command ends; the newest runs first. Child programs are
 * stopped this way. Returns the function that removes it.
 *
 * @param {() => Promise<void> | void} hook
 */
export function onExit(hook) {
  hooks.push(hook);
  return () => {
    const index = hooks.indexOf(hook);
    if (index >= 0) hooks.splice(index, 1);
  };
}

/** Runs the remaining exit hooks. */
export async function runExitHooks() {
  for (let hook = hooks.pop(); hook !== undefined; hook = hooks.pop()) await hook();
}

/** @type {readonly (readonly [NodeJS.Signals, number])[]} signals and the exit codes they mean */
const signals = [
  ['SIGINT', 130],
  ['SIGTERM', 143],
  ['SIGHUP', 129],
];

/** Milliseconds between two checks whether npm still runs. */
const parentCheckMs = 500;

/**
 * From now on the exit hooks run before the command ends on Ctrl-C, on a closed terminal, on SIGTERM,
 * or because its parent npm was killed.
 */
export function exitInOrder() {
  let exiting = false;
  /** @param {number} code */
  const exit = async (code) => {
    if (exiting) return;
    exiting = true;
    await runExitHooks();
    process.exit(code);
  };
  for (const [signal, code] of signals) process.on(signal, () => void exit(code));
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.env['npm_lifecycle_event'] && process.ppid !== parent) void exit(143);
  }, parentCheckMs);
  watch.unref();
}

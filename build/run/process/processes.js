import { spawn } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { onExit } from './exit-hooks.js';
import { onPath, root, say } from '../project.js';

/**
 * Programs that a command starts, each in a process group of its own, so that all their processes end
 * with the command: a terminal's Ctrl-C reaches only the command, which then ends the groups.
 *
 * @typedef {import('node:child_process').ChildProcess} ChildProcess
 * @typedef {object} StartOptions
 * @property {NodeJS.ProcessEnv} [env]
 * @property {import('node:child_process').StdioOptions} [stdio]
 * @property {boolean} [daemon] it leaves a process behind in its group, which is stopped as well
 *
 * @typedef {object} Program
 * @property {ChildProcess} child
 * @property {Promise<number>} ended resolves with the exit code; 128 and more for a signal
 * @property {() => Promise<void>} stop sends SIGTERM to its whole group, then SIGKILL
 */

/** Milliseconds until a program is killed, and until what it left behind is killed. */
const killAfterMs = 8_000;
const killChildrenAfterMs = 2_000;

/**
 * @param {string} command
 * @param {readonly string[]} args
 * @param {StartOptions} [options]
 * @returns {Program}
 */
export function startProgram(command, args, options = {}) {
  const child = spawn(command, args, {
    cwd: root,
    env: options.env ?? process.env,
    stdio: options.stdio ?? 'inherit',
    detached: process.platform !== 'win32',
  });
  /** @type {Promise<number>} */
  const ended = new Promise((resolve) => {
    child.once('error', (error) => {
      say(`${command} did not start: ${error.message}`);
      resolve(127);
    });
    child.once('exit', (code, signal) => resolve(code ?? (signal === null ? 1 : 128)));
  });
  const stop = () => stopGroup(child, ended);
  const removeHook = onExit(stop);
  if (options.daemon !== true) void ended.then(removeHook);
  return {
    child,
    ended,
    stop: () => {
      removeHook();
      return stop();
    },
  };
}

/**
 * @param {ChildProcess} child
 * @param {Promise<number>} ended
 */
async function stopGroup(child, ended) {
  const { pid } = child;
  if (pid === undefined) return;
  if (process.platform === 'win32') {
    await startProgram('taskkill', ['/pid', String(pid), '/T', '/F'], { stdio: 'ignore' }).ended;
    return;
  }
  /** @type {number | undefined} */
  let leaderEnded;
  void ended.then(() => {
    leaderEnded = Date.now();
  });
  const signalled = Date.now();
  signalGroup(pid, 'SIGTERM');
  await goneBefore(pid, () =>
    leaderEnded === undefined ? signalled + killAfterMs : leaderEnded + killChildrenAfterMs,
  );
  signalGroup(pid, 'SIGKILL');
  const killed = Date.now();
  await goneBefore(pid, () => killed + killChildrenAfterMs);
}

/**
 * Waits until nothing of the group runs, or until a moment that may move.
 *
 * @param {number} pid
 * @param {() => number} moment Unix milliseconds
 */
async function goneBefore(pid, moment) {
  while (groupRuns(pid) && Date.now() < moment()) {
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/**
 * Whether any process of the group runs. Zombies do not count: in a container nobody may reap them.
 *
 * @param {number} pid
 */
function groupRuns(pid) {
  if (!signalGroup(pid, 0)) return false;
  if (process.platform !== 'linux') return true;
  return readdirSync('/proc').some((name) => {
    if (!/^\d+$/u.test(name)) return false;
    const [state, , group] = statusOf(name);
    return group === String(pid) && state !== 'Z' && state !== 'X';
  });
}

/**
 * State, parent and group of a process; empty for one that has just ended.
 *
 * @param {string} pid
 */
function statusOf(pid) {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return text.slice(text.lastIndexOf(')') + 2).split(' ');
  } catch {
    return [];
  }
}

/**
 * Whether the group still has a process to take the signal.
 *
 * @param {number} pid
 * @param {NodeJS.Signals | 0} signal
 */
function signalGroup(pid, signal) {
  try {
    return process.kill(-pid, signal);
  } catch {
    return false;
  }
}

/**
 * Runs a program to its end and returns its exit code.
 *
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ env?: NodeJS.ProcessEnv }} [options]
 */
export function runProgram(command, args, options = {}) {
  return startProgram(command, args, options).ended;
}

/** The command that starts npm on this machine. */
export function npmCommand() {
  const script = process.env['npm_execpath'];
  if (script !== undefined && script.endsWith('.js')) {
    return { command: process.execPath, args: [script] };
  }
  return { command: onPath('npm') ?? 'npm', args: [] };
}

import { createServer } from 'node:net';
import { createInterface } from 'node:readline';
import { projectNode } from '../machine/node.js';
import { inProject, Stop } from '../project.js';
import { startProgram } from '../process/processes.js';

/**
 * The local service with its demonstration data, for as long as the app runs.
 *
 * @typedef {object} LocalService
 * @property {string} url
 * @property {string} key of the demonstration account, the same at every start
 * @property {import('../process/processes.js').Program} program
 */

const loopback = '127.0.0.1';

/**
 * Starts it and waits until it is ready.
 *
 * @param {{ port: number, scale: string | undefined, dev: boolean }} options
 * @returns {Promise<LocalService>}
 */
export async function startLocalService({ port, scale, dev }) {
  await checkPort(port);
  const args = [
    ...(dev ? ['--watch', '--watch-preserve-output'] : []),
    inProject('src-service', 'main.ts'),
    '--port',
    String(port),
    ...(scale === undefined ? [] : ['--scale', scale]),
  ];
  const program = startProgram(projectNode(), args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const ready = await Promise.race([firstLine(program), program.ended]);
  if (typeof ready === 'number') {
    throw new Stop(`The local service did not start (exit code ${ready}); see above.`);
  }
  return { ...ready, program };
}

/** @param {number} port */
async function checkPort(port) {
  const probe = createServer();
  /** @type {NodeJS.ErrnoException | undefined} */
  const refusal = await new Promise((resolve) => {
    probe.once('error', resolve);
    probe.listen(port, loopback, () => resolve(undefined));
  });
  if (refusal === undefined) {
    await new Promise((resolve) => probe.close(resolve));
    return;
  }
  if (refusal.code !== 'EADDRINUSE') throw new Stop(`Port ${port}: ${refusal.message}`);
  throw new Stop(
    `Port ${port} is taken, perhaps by another npm start.\n` +
      `End that one, or choose another port: npm start -- --port ${port + 1}`,
  );
}

/**
 * The line that the service prints when it is ready; later output is passed on.
 *
 * @param {import('../process/processes.js').Program} program
 * @returns {Promise<{ url: string, key: string }>}
 */
function firstLine({ child }) {
  return new Promise((resolve) => {
    if (child.stdout === null) return;
    createInterface({ input: child.stdout }).on('line', (line) => {
      const ready = readyLine(line);
      if (ready !== undefined) resolve(ready);
      else process.stdout.write(`${line}\n`);
    });
  });
}

/**
 * @param {string} line
 * @returns {{ url: string, key: string } | undefined}
 */
function readyLine(line) {
  if (!line.startsWith('{')) return undefined;
  /** @type {unknown} */
  const parsed = JSON.parse(line);
  const { url, key } = /** @type {{ url?: unknown, key?: unknown }} */ (parsed);
  return typeof url === 'string' && typeof key === 'string' ? { url, key } : undefined;
}

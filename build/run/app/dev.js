import { createInterface } from 'node:readline';
import { projectNode } from '../machine/node.js';
import { inProject, say } from '../project.js';
import { startProgram } from '../process/processes.js';

/**
 * The app for development: everything is rebuilt when a source changes, and the app started anew.
 * What it then shows is what ships, strict policy and all.
 *
 * @typedef {Pick<import('../process/processes.js').Program, 'ended' | 'stop'>} App
 * @param {() => Promise<App>} startApp
 * @returns {App}
 */
export function startRebuilding(startApp) {
  const builder = startProgram(projectNode(), [inProject('build', 'run', 'app', 'rebuild.js')], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  /** @type {App | undefined} */
  let app;
  let ended = false;
  let restarts = Promise.resolve();

  async function restart() {
    const last = app;
    app = undefined;
    await last?.stop();
    if (ended) return;
    const next = await startApp();
    app = next;
    void next.ended.then(() => {
      if (app === next) say('The app has ended; it starts again when a source changes.');
    });
  }

  if (builder.child.stdout !== null) {
    createInterface({ input: builder.child.stdout }).on('line', (line) => {
      if (line !== 'ready') return;
      say('Built.');
      restarts = restarts.then(restart);
    });
  }

  return {
    ended: builder.ended,
    stop: async () => {
      ended = true;
      await builder.stop();
      await restarts;
      await app?.stop();
    },
  };
}

import { join } from 'node:path';
import { announce, chooseRuntime, startApp } from './app/app.js';
import { buildIfNeeded } from './app/build.js';
import { runCommand } from './process/command.js';
import { startRebuilding } from './app/dev.js';
import { startLocalService } from './app/local-service.js';
import { readOptions } from './options.js';
import { dataFolder, say } from './project.js';
import { setUp } from './setup.js';

/**
 * `npm start`: sets up, builds, starts the local service unless another is given, then the app. All
 * end together: when the app quits, when the service ends, or on Ctrl-C.
 *
 * @typedef {import('./process/processes.js').Program} Program
 * @typedef {import('./options.js').Options} Options
 */

await runCommand(async () => {
  const options = readOptions(process.argv.slice(2));
  await setUp('start');
  if (!options.dev) await buildIfNeeded();
  return options.service === undefined ? runWithLocalService(options) : run(options, {}, []);
});

/** @param {Options} options */
async function runWithLocalService(options) {
  const local = await startLocalService(options);
  say(`The local service answers at ${local.url} with demonstration data.`);
  const { url: service, key } = local;
  const name = options.signIn ? 'CULVERT_LOCAL_PREFILL' : 'CULVERT_LOCAL_SIGN_IN';
  const profile = options.profile ?? join(dataFolder, 'profile');
  return run({ ...options, profile }, { [name]: JSON.stringify({ service, key }) }, [
    local.program,
  ]);
}

/**
 * @param {Options} options
 * @param {NodeJS.ProcessEnv} env
 * @param {readonly Pick<Program, 'ended' | 'stop'>[]} others end with the app, and the app with them
 * @returns {Promise<number>}
 */
async function run(options, env, others) {
  const { service, profile, rest, dev } = options;
  const folder = profile ?? dataFolder;
  const runtime = await chooseRuntime([
    ...(profile === undefined ? [] : [`--profile=${profile}`]),
    ...(service === undefined ? [] : [`--service=${service}`]),
    ...rest,
  ]);
  announce(runtime, folder);
  const start = () => startApp(runtime, { env, folder });
  const app = dev ? startRebuilding(start) : await start();
  const programs = [app, ...others];
  const code = await Promise.race(programs.map((program) => program.ended));
  for (const program of programs) await program.stop();
  return code;
}

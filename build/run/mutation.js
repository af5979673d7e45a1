import { groups } from '../mutation/groups.js';
import { runCommand } from './process/command.js';
import { projectNode } from './machine/node.js';
import { inProject, say, Stop } from './project.js';
import { runProgram } from './process/processes.js';
import { setUp } from './setup.js';

/**
 * `npm run test:mutation -- GROUP…`: mutation testing of groups of guards (`build/mutation/groups.js`),
 * one after the other; without a name all of them, which takes hours. The reports are in
 * `.culvert/mutation`.
 */
await runCommand(async () => {
  const names = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(groups);
  const unknown = names.filter((name) => !Object.hasOwn(groups, name));
  if (unknown.length > 0) {
    throw new Stop(`No group ${unknown.join(', ')}. There are ${Object.keys(groups).join(', ')}.`);
  }
  await setUp('test');
  const stryker = inProject('node_modules', '@stryker-mutator', 'core', 'bin', 'stryker.js');
  const config = inProject('build', 'mutation', 'stryker.config.js');
  let code = 0;
  for (const name of names) {
    say(`\n— ${name} —`);
    const env = { ...process.env, CULVERT_MUTATION_GROUP: name };
    code = (await runProgram(projectNode(), [stryker, 'run', config], { env })) || code;
  }
  return code;
});

import { runCommand } from './process/command.js';
import { projectNode } from './machine/node.js';
import { inProject } from './project.js';
import { runProgram } from './process/processes.js';
import { setUp } from './setup.js';

/** `npm run service`: the local service on its own; arguments after `--` are passed to it. */
await runCommand(async () => {
  await setUp('service');
  return runProgram(projectNode(), [inProject('src-service', 'main.ts'), ...process.argv.slice(2)]);
});

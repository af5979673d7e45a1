import { findTestBrowser } from './machine/browser.js';
import { buildIfNeeded } from './app/build.js';
import { runCommand } from './process/command.js';
import { projectNode } from './machine/node.js';
import { inProject } from './project.js';
import { runProgram } from './process/processes.js';
import { setUp } from './setup.js';

/** `npm run bench`: measures the built app; everything after `--` goes to `test/bench/main.ts`. */
await runCommand(async () => {
  await setUp('test');
  await buildIfNeeded();
  const browser = await findTestBrowser();
  const env = { ...process.env, ...(browser !== undefined && { CULVERT_CHROMIUM: browser }) };
  const main = inProject('test', 'bench', 'main.ts');
  return runProgram(projectNode(), [main, ...process.argv.slice(2)], { env });
});

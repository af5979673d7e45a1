import { findBrowser } from './browser.js';
import { buildIfNeeded } from './build.js';
import { runCommand } from './command.js';
import { projectNode } from './node.js';
import { inProject } from './project.js';
import { runProgram } from './processes.js';
import { setUp } from './setup.js';

/** `npm run bench`: measures the built app; everything after `--` goes to `test/bench/main.ts`. */
await runCommand(async () => {
  await setUp('test');
  await buildIfNeeded();
  const browser = await findBrowser();
  const env = { ...process.env, ...(browser !== undefined && { CULVERT_CHROMIUM: browser }) };
  const main = inProject('test', 'bench', 'main.ts');
  return runProgram(projectNode(), [main, ...process.argv.slice(2)], { env });
});

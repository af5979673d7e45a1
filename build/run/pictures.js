import { buildIfNeeded } from './app/build.js';
import { findTestBrowser } from './machine/browser.js';
import { runCommand } from './process/command.js';
import { projectNode } from './machine/node.js';
import { inProject } from './project.js';
import { runProgram } from './process/processes.js';
import { setUp } from './setup.js';

/** `npm run pictures`: takes the guide's pictures anew, of the window as it is built now. */
await runCommand(async () => {
  await setUp('test');
  await buildIfNeeded();
  const browser = await findTestBrowser();
  const env = { ...process.env, ...(browser !== undefined && { CULVERT_CHROMIUM: browser }) };
  return runProgram(projectNode(), [inProject('test', 'renderer', 'pictures.ts')], { env });
});

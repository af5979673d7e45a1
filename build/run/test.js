import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { findTestBrowser } from './machine/browser.js';
import { buildIfNeeded } from './app/build.js';
import { runCommand } from './process/command.js';
import { onExit } from './process/exit-hooks.js';
import { installedElectron } from './machine/electron.js';
import { startPrivateSession } from './machine/keyring.js';
import { projectNode } from './machine/node.js';
import { cacheFolder, hasDisplay, inProject, onPath, say, Stop } from './project.js';
import { npmCommand, startProgram } from './process/processes.js';
import { setUp } from './setup.js';
import { readTally } from './tally.js';

/**
 * `npm test`: lint, format, types, what nothing uses, and every test; the last line counts them. Words name parts of it
 * (`lint`, `format:check`, `typecheck`, `unused`, `unit`, `renderer`, `window`, `e2e`), anything else goes to
 * vitest.
 * `deep` is every test that has a short form or none, at its full count; the name of its file names a part.
 */

const projects = ['unit', 'renderer', 'window', 'e2e'];
const checks = ['lint', 'format:check', 'typecheck', 'unused'];
const parts = [...checks, ...projects];
/** The compilers of the checks are in Go, and end before they need what they would collect. */
const uncollected = { GOGC: 'off', GOMEMLIMIT: '3GiB' };

await runCommand(async () => {
  const args = process.argv.slice(2);
  const deep = args.includes('deep');
  const named = parts.filter((part) => args.includes(part));
  const selected = named.length > 0 ? named : deep ? projects : parts;
  const more = args.filter((arg) => !parts.includes(arg) && arg !== 'deep');
  await setUp('test');

  // The build first: it writes a temporary file into the folder that lint reads.
  const needsBuild = selected.includes('window') || selected.includes('e2e');
  const built = !needsBuild || (await builds());
  const failed = built ? [] : ['build'];
  // They run beside the tests, which wait more than they work; what they say comes after.
  const checked = runScripts(checks.filter((check) => selected.includes(check)));
  const tested = projects.filter((project) => selected.includes(project));
  const tally =
    tested.length === 0
      ? { passed: 0, failed: 0, leftOut: 0 }
      : await runTests(
          tested,
          deep && more.length === 0 ? deepTests() : more,
          deep ? { CULVERT_DEEP: 'full' } : {},
        );
  for (const { name, passed, output } of await checked) {
    say(`\n— ${name} —\n${output.trimEnd()}`);
    if (!passed) failed.push(name);
  }
  if (tested.length > 0) sayLeftOut(deep, deep ? more : [], tally.leftOut);

  if (failed.length > 0) say(`Failed besides the tests: ${failed.join(', ')}.`);
  const all = tally.failed + failed.length;
  const none = tested.length > 0 && tally.passed + tally.failed === 0;
  if (none) say('No test ran.');
  say(`Tests: ${tally.passed} passed, ${none ? 1 : all} failed`);
  return all > 0 || none ? 1 : 0;
});

/**
 * Runs scripts of package.json, one after another, as each keeps a processor busy. Prints nothing, so
 * that their lines do not mix with those of the tests.
 *
 * @param {readonly string[]} names
 */
async function runScripts(names) {
  const { command, args } = npmCommand();
  const results = [];
  const stopped = new AbortController();
  onExit(() => stopped.abort());
  for (const name of names) {
    if (stopped.signal.aborted) break;
    const program = startProgram(command, [...args, 'run', '--silent', name], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, ...uncollected },
    });
    const written = [program.child.stdout, program.child.stderr].map((stream) =>
      stream === null ? '' : text(stream),
    );
    const [code, ...output] = await Promise.all([program.ended, ...written]);
    results.push({ name, passed: code === 0, output: output.join('') });
  }
  return results;
}

async function builds() {
  try {
    await buildIfNeeded();
    return true;
  } catch (error) {
    if (!(error instanceof Stop)) throw error;
    say(error.message);
    return false;
  }
}

/** Every file of tests that asks how often it shall run, or whether. */
function deepTests() {
  return readdirSync(inProject('test'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.test.ts'))
    .map((file) => inProject('test', file))
    .filter((file) => readFileSync(file, 'utf8').includes('simulator/deep.ts'));
}

/**
 * Says what did not run, and how to run it.
 *
 * @param {boolean} deep
 * @param {readonly string[]} named parts of the deep run
 * @param {number} cases that were left out of samples
 */
function sayLeftOut(deep, named, cases) {
  const parts = deepTests().map((file) => basename(file, '.test.ts'));
  const others = parts.filter((part) => !named.some((name) => part.includes(name)));
  if (deep && named.length > 0) say(`Left out of the deep run: ${others.join(', ')}.`);
  if (deep) return;
  say(
    `Left out: ${cases} cases of which today had a sample, and longer counts. ` +
      '`npm run test:deep` runs all of it, `npm run test:deep NAME` a part: ' +
      `${parts.join(', ')}.`,
  );
}

/**
 * Runs vitest where a keychain of its own is, and a display if Electron wants one.
 *
 * @param {readonly string[]} tested projects
 * @param {readonly string[]} more arguments for vitest
 * @param {Readonly<Record<string, string>>} environment of the tests alone
 */
async function runTests(tested, more, environment) {
  say(`\n— ${tested.join(', ')} —`);
  const folder = mkdtempSync(join(tmpdir(), 'culvert-test-'));
  const discard = () => rmSync(folder, { recursive: true, force: true });
  onExit(discard);
  const report = join(folder, 'report.json');
  const leftOut = join(folder, 'left-out');
  writeFileSync(leftOut, '');
  // The full counts take hours.
  const deep = environment['CULVERT_DEEP'] !== undefined;
  const reporter = deep ? inProject('build', 'run', 'progress-reporter.js') : 'default';
  const vitest = [
    projectNode(),
    inProject('node_modules', 'vitest', 'vitest.mjs'),
    'run',
    ...tested.map((project) => `--project=${project}`),
    `--reporter=${reporter}`,
    '--reporter=json',
    `--outputFile.json=${report}`,
    ...more,
  ];
  const [command = '', ...args] =
    installedElectron() !== undefined && !hasDisplay()
      ? [onPath('xvfb-run') ?? 'xvfb-run', '--auto-servernum', ...vitest]
      : vitest;
  const browser = await findTestBrowser();
  const session =
    process.platform === 'linux' ? await startPrivateSession(join(folder, 'keyring')) : undefined;
  const program = startProgram(command, args, {
    env: {
      ...process.env,
      // Dozens of processes read the same files: what Node compiled of them is stored.
      NODE_COMPILE_CACHE: join(cacheFolder, 'compiled'),
      CULVERT_LEFT_OUT: leftOut,
      ...(browser !== undefined && { CULVERT_CHROMIUM: browser }),
      ...session?.env,
      ...environment,
    },
  });
  const tally = {
    ...readTally(report, await program.ended),
    leftOut: readFileSync(leftOut, 'utf8')
      .split('\n')
      .reduce((sum, line) => sum + Number(line), 0),
  };
  await session?.stop();
  discard();
  return tally;
}

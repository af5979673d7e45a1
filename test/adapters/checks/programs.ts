import { execFile, spawn } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { existsSync, writeFileSync } from 'node:fs';
import { connect, createServer, type AddressInfo } from 'node:net';
import { delimiter, join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { promisify } from 'node:util';
import { onTestFinished } from 'vitest';
import { temporaryFolder } from '#test/temporary-folder.ts';

/** Where a system keeps servers that its packages install. */
const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin', '/usr/bin'];

/** The path of a program, `undefined` where it is not installed. */
export function installed(name: string): string | undefined {
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path));
}

/** Networks of their own are made by root on Linux. */
export const canMakeNetworks =
  process.platform === 'linux' &&
  process.getuid?.() === 0 &&
  ['unshare', 'ip'].every((name) => installed(name) !== undefined);

/** What a module prints, as JSON, in a network that these commands make. */
export async function printedIn(setUp: string, module: string): Promise<unknown> {
  const run = `${setUp} && exec "$0" --input-type=module -e "$1"`;
  const args = ['-n', 'sh', '-c', run, process.execPath, module];
  const { stdout } = await promisify(execFile)('unshare', args);
  return JSON.parse(stdout);
}

/** A folder of this test alone. */
export function testFolder(files: Readonly<Record<string, string>> = {}): string {
  const folder = temporaryFolder();
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return folder;
}

/** Starts a server for the length of a test, and waits until it accepts connections at a port. */
export async function startServer(
  name: string,
  args: readonly string[],
  options: { readonly port?: number; readonly env?: Readonly<Record<string, string>> } = {},
): Promise<void> {
  const program = spawn(installed(name) ?? name, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...options.env },
  });
  let said = '';
  program.stdout.on('data', (bytes: Buffer) => (said += bytes.toString()));
  program.stderr.on('data', (bytes: Buffer) => (said += bytes.toString()));
  const exit = once(program, 'exit');
  onTestFinished(async () => {
    program.kill('SIGKILL');
    await exit;
  });
  const { port } = options;
  while (port !== undefined && !(await accepts(port))) {
    if (program.exitCode !== null) throw new Error(`${name} ended: ${said}`);
    await setImmediate();
  }
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => {
      resolve(true);
      socket.destroy();
    });
    socket.once('error', () => resolve(false));
  });
}

/** The ports that were answered: the system may offer one again before a server listens there. */
const takenPorts = new Set<number>();

/** A port of the loopback that nothing uses, for TCP and UDP both; another each time. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const socket = createSocket('udp4').bind(port, '127.0.0.1');
  await once(socket, 'listening');
  socket.close();
  server.close();
  await once(server, 'close');
  if (takenPorts.has(port)) return freePort();
  takenPorts.add(port);
  return port;
}

import { randomBytes } from 'node:crypto';
import { lstatSync, mkdtempSync, rmSync } from 'node:fs';
import { createConnection, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** How long an answer may take, milliseconds: a search for one that works checks several. */
const deadline = 60_000;

const longestLine = 2000;
const largestAnswer = 64 * 1024 * 1024;

/**
 * The way by which a running Culvert, which listens to nothing, answers a second start. Who asks opens it,
 * for one answer: a socket in a new folder that only this user may enter, or on Windows a pipe of a name that
 * cannot be guessed. `said`: a line for whoever connects, such as a passphrase, which no argument has.
 */
export async function openReplySocket(platform: NodeJS.Platform, said = '') {
  const folder = platform === 'win32' ? undefined : mkdtempSync(join(tmpdir(), 'culvert-'));
  const address =
    folder === undefined
      ? `\\\\.\\pipe\\culvert-${randomBytes(16).toString('hex')}`
      : join(folder, 'reply');
  const server = createServer();
  const answer = new Promise<string>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('no answer')), deadline);
    server.once('connection', (socket) => {
      let text = '';
      socket.setEncoding('utf8');
      if (said !== '') socket.write(`${said}\n`);
      socket.on('data', (part: string) => {
        text += part;
        if (text.length > largestAnswer) socket.destroy();
      });
      socket.once('error', reject);
      socket.once('end', () => {
        clearTimeout(timer);
        resolve(text);
      });
    });
  });
  // A caller that closes it without waiting does not need the answer.
  answer.catch(() => undefined);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(address, resolve);
  });
  return {
    address,
    /** Everything that is written to it; rejects when nothing is within `deadline`. */
    answer,
    close: () => {
      server.close();
      if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Writes an answer to a second start's socket, if this user opened it. */
export async function sendReply(
  address: string,
  answer: (heard: () => Promise<string>) => Promise<string>,
  platform: NodeJS.Platform,
): Promise<void> {
  if (!isReplySocket(address, platform)) throw new Error('not a reply socket');
  await new Promise<void>((resolve, reject) => {
    const socket = createConnection(address);
    socket.setTimeout(deadline, () => socket.destroy());
    socket.once('error', reject);
    socket.once('close', () => resolve());
    answer(() => firstLine(socket)).then((text) => {
      socket.end(text);
      socket.resume();
    }, reject);
  });
}

/** Rejects where the socket ends before the line does, or the line is longer than any passphrase. */
async function firstLine(socket: Socket): Promise<string> {
  let text = '';
  socket.setEncoding('utf8');
  for await (const part of socket.iterator({ destroyOnReturn: false })) {
    text += String(part);
    const end = text.indexOf('\n');
    if (end >= 0) return text.slice(0, end);
    if (text.length > longestLine) break;
  }
  throw new Error('no line');
}

function isReplySocket(address: string, platform: NodeJS.Platform): boolean {
  if (platform === 'win32') return /^\\\\\.\\pipe\\culvert-[0-9a-f]{32}$/.test(address);
  if (!/\/culvert-[A-Za-z0-9]{6}\/reply$/.test(address)) return false;
  const user = process.getuid?.();
  const socket = lstatSync(address, { throwIfNoEntry: false });
  const folder = lstatSync(dirname(address), { throwIfNoEntry: false });
  if (socket?.isSocket() !== true || folder?.isDirectory() !== true) return false;
  return socket.uid === user && folder.uid === user && (folder.mode & 0o077) === 0;
}

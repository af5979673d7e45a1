import { execFile, spawn } from 'node:child_process';

/** How long a program of the clipboard may take, milliseconds. */
const deadline = 3000;

/** No text is on it; the same exit code where the desktop is not reached. */
const noText =
  /^(No selection|Nothing is copied|No suitable type of content copied|Clipboard content is not available)/;

/** The clipboard of a Wayland desktop, by the programs of wl-clipboard. Each call rejects without them. */
export type WaylandClipboard = ReturnType<typeof createWaylandClipboard>;

/** Whether Electron shows its windows on Wayland, as it does unless told otherwise. */
export function showsOnWayland(
  platform: NodeJS.Platform,
  environment: Readonly<Record<string, string | undefined>>,
  ozonePlatform: string,
): boolean {
  if (platform !== 'linux' || ozonePlatform === 'x11') return false;
  return (
    ozonePlatform === 'wayland' ||
    (environment['XDG_SESSION_TYPE'] === 'wayland' && Boolean(environment['WAYLAND_DISPLAY']))
  );
}

/** The text goes through the standard input: arguments can be read by every program. */
export function createWaylandClipboard() {
  return {
    async write(text: string): Promise<void> {
      // Since version 2.3 it can be marked as a secret, which clipboard histories heed.
      const type = ['--type', 'text/plain'];
      await run('wl-copy', ['--sensitive', ...type], text).catch(() => run('wl-copy', type, text));
    },
    read: (): Promise<string> =>
      new Promise((resolve, reject) => {
        const args = ['--no-newline', '--type', 'text/plain'];
        execFile('wl-paste', args, { timeout: deadline }, (error, text, complaint) => {
          if (error === null) resolve(text);
          else if (error.code === 1 && noText.test(complaint)) resolve('');
          else reject(new Error('wl-paste failed', { cause: error }));
        });
      }),
    async clear(): Promise<void> {
      await run('wl-copy', ['--clear']);
    },
  };
}

function run(program: string, args: readonly string[], input = ''): Promise<void> {
  return new Promise((resolve, reject) => {
    // Its output is not taken: the process that it leaves behind, to hand the text out, would hold it.
    const child = spawn(program, args, { stdio: ['pipe', 'ignore', 'ignore'], timeout: deadline });
    child.once('error', reject);
    child.once('exit', (code) => {
      if (code === 0) resolve();
      else reject(new Error(`${program} ended with ${String(code)}`));
    });
    child.stdin.once('error', () => undefined).end(input);
  });
}

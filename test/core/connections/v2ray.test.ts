import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { whatLeaves } from '#core/connections/exports/what-leaves.ts';
import { sampled } from '#test/simulator/deep.ts';
import { freePort, installed, startServer, testFolder } from '#test/adapters/checks/programs.ts';

/** Debian's `v2ray`, which reads what Xray reads; `npm test` installs it on Debian and Ubuntu as root. */
const isInstalled = process.platform === 'linux' && installed('v2ray') !== undefined;
if (!isInstalled) process.stderr.write('\n[v2ray] not installed: it was not run\n');

/** A configuration whose log is a file, in every spelling that its reader takes for one. */
const spellings: readonly ((file: string) => string)[] = [
  (file) => `"log": {"access": "${file}"}`,
  (file) => `"log": {"error": "${file}", "loglevel": "debug"}`,
  (file) => `"LOG": {"Access": "${file}"}`,
  (file) => `"log": {"acce\u017Fs": "${file}"}`,
  (file) => `"\\u006cog": {"\\u0061ccess": "${file}"}`,
  (file) => `"log": {"access": "${file}"}, "log": {"loglevel": "warning"}`,
  (file) => `"log": {"access": "${file}"}, "Log": {"loglevel": "warning"}`,
];

/** Runs a configuration and sends it a request; answers what it listens on and whether it wrote. */
async function run(port: number, config: string, written: string) {
  const file = join(testFolder({ 'config.json': config }), 'config.json');
  await startServer('v2ray', ['-config', file], { port });
  const proxy = connect(port, '127.0.0.1');
  onTestFinished(() => void proxy.destroy());
  proxy.write('GET http://127.0.0.1:1/ HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n');
  await once(proxy, 'data');
  return { wrote: existsSync(written), isOpen: await accepts('127.0.0.2', port) };
}

function accepts(host: string, port: number): Promise<boolean> {
  const socket = connect(port, host);
  onTestFinished(() => void socket.destroy());
  return new Promise((resolve) =>
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false)),
  );
}

describe.runIf(isInstalled)('the real v2ray', () => {
  it.each(
    sampled(
      spellings.map((spelling, n) => [n, spelling] as const),
      1,
    ),
  )(
    'writes no file and listens to no other computer by configuration %i that left Culvert',
    async (_, spelling) => {
      const written = join(testFolder(), 'marker');
      const config = (port: number) => `{
        ${spelling(written)},
        "inbounds": [{"protocol": "http", "port": ${String(port)}}],
        "outbounds": [{"protocol": "freedom", "tag": "a\\ntouch /root/owned #"}]
      }`;
      const [sent, left] = [await freePort(), await freePort()];
      const { text = '' } = whatLeaves('xray', config(left)) ?? {};
      expect(await run(left, text, written)).toEqual({ wrote: false, isOpen: false });
      expect(await run(sent, config(sent), written)).toEqual({ wrote: true, isOpen: true });
    },
  );
});

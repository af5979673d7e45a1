import { chmodSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { createSystemDistance, systemPing } from '#adapters/system-distance.ts';
import { temporaryFolder } from '#test/temporary-folder.ts';

let folder: string;
beforeEach(() => {
  folder = temporaryFolder();
});
/** A program in place of the system's `ping` that says this and ends so. */
function ping(said: string, code = 0): string {
  const file = join(folder, 'ping');
  writeFileSync(
    file,
    `#!/bin/sh\necho "$@" > '${folder}/asked'\nprintf '%s' '${said}'\nexit ${code}\n`,
  );
  chmodSync(file, 0o755);
  return file;
}

it('the ping of Windows is the system’s own, whatever lies in the current folder', () => {
  expect(systemPing('win32', { SystemRoot: 'D:\\Windows' })).toBe(
    'D:\\Windows\\System32\\PING.EXE',
  );
  expect(systemPing('linux', {})).toBe('ping');
});

async function listening(): Promise<{ port: number; close: () => Promise<void> }> {
  const server = createServer((socket) => socket.end());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    port,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

describe('the distance of an address', () => {
  it('is the time of a TCP connection', async () => {
    const { port, close } = await listening();
    const reached = await createSystemDistance({ isLocal: () => false, ports: [port] }).measure(
      '127.0.0.1',
    );
    await close();
    expect(reached).toBeGreaterThan(0);
  });

  it('is also the time of a refused connection', async () => {
    const { port, close } = await listening();
    await close();
    const reached = await createSystemDistance({ isLocal: () => false, ports: [port] }).measure(
      '127.0.0.1',
    );
    expect(reached).toBeGreaterThan(0);
  });

  it.runIf(process.platform !== 'win32').each([
    ['64 bytes from 127.0.0.1: icmp_seq=1 ttl=64 time=0.031 ms', 0.031],
    ['Reply from 127.0.0.1: bytes=32 time<1ms TTL=128', 1],
    ['Ответ от 127.0.0.1: число байт=32 время=24мс TTL=128', 24],
  ])('is what the system’s ping says where TCP gets no answer: %s', async (said, ms) => {
    const distance = createSystemDistance({ isLocal: () => false, ports: [], ping: ping(said) });
    expect(await distance.measure('127.0.0.1')).toBe(ms);
  });

  it.runIf(process.platform !== 'win32')('is unknown where nothing answers', async () => {
    const lost = ping('1 packets transmitted, 0 received, 100% packet loss, time 0ms', 1);
    expect(
      await createSystemDistance({ isLocal: () => false, ports: [], ping: lost }).measure(
        '127.0.0.1',
      ),
    ).toBe(undefined);
    const absent = createSystemDistance({
      isLocal: () => false,
      ports: [],
      ping: join(folder, 'absent'),
    });
    expect(await absent.measure('127.0.0.1')).toBe(undefined);
  });

  it.each(['example.com', '-f', '127.0.0.1 -f', ''])(
    'is not measured for what is no address: %j',
    async (text) => {
      const distance = createSystemDistance({
        isLocal: () => false,
        ports: [1],
        ping: join(folder, 'absent'),
      });
      expect(await distance.measure(text)).toBe(undefined);
    },
  );

  it.each(['127.0.0.1', '192.168.1.1', '::1'])(
    'is not measured to this computer or its networks: %s',
    async (address) => {
      const { port, close } = await listening();
      expect(await createSystemDistance({ ports: [port] }).measure(address)).toBe(undefined);
      await close();
    },
  );
});

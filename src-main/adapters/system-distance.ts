import { execFile } from 'node:child_process';
import { connect, isIP } from 'node:net';
import { win32 } from 'node:path';
import { createLocalAddresses } from './resolver/local-addresses.ts';
import type { Distance } from '#core/kernel/ports.ts';

interface DistanceOptions {
  /** Tried one after the other; a refusal is an answer too. */
  readonly ports?: readonly number[];
  /** Milliseconds for each attempt. */
  readonly deadline?: number;
  /** The system's own program for ICMP echoes, which needs no rights of ours. */
  readonly ping?: string;
  /** Which addresses are of this computer or its networks: nothing is sent there. */
  readonly isLocal?: (address: string) => boolean;
}

/** Measures with a TCP handshake, and where nothing answers that, with the system's `ping`. */
export function createSystemDistance(options: DistanceOptions = {}): Distance {
  const {
    ports = [443, 80],
    deadline = 2000,
    ping = systemPing(process.platform, process.env),
  } = options;
  const isLocal = options.isLocal ?? createLocalAddresses();
  return {
    async measure(address) {
      // A name would be looked up, and an option would be one of `ping`.
      if (isIP(address) === 0 || isLocal(address)) return undefined;
      const handshakes = await Promise.all(ports.map((port) => handshake(address, port, deadline)));
      const answered = handshakes.filter((ms) => ms !== undefined);
      return answered.length > 0 ? Math.min(...answered) : echo(ping, address, deadline);
    },
  };
}

/** Windows looks for a bare name in the current folder first, where anybody may have put a program. */
export function systemPing(platform: NodeJS.Platform, environment: NodeJS.ProcessEnv): string {
  if (platform !== 'win32') return 'ping';
  return win32.join(environment['SystemRoot'] || 'C:\\Windows', 'System32', 'PING.EXE');
}

/** Milliseconds until the connection was made or refused. */
function handshake(host: string, port: number, deadline: number): Promise<number | undefined> {
  return new Promise((resolve) => {
    const begun = performance.now();
    const socket = connect({ host, port });
    const end = (answered: boolean) => {
      resolve(answered ? performance.now() - begun : undefined);
      socket.destroy();
    };
    socket.setTimeout(deadline, () => end(false));
    socket.once('connect', () => end(true));
    socket.once('error', (error: NodeJS.ErrnoException) => end(error.code === 'ECONNREFUSED'));
  });
}

/** Milliseconds as the system's `ping` measured them. */
function echo(ping: string, address: string, deadline: number): Promise<number | undefined> {
  const once =
    process.platform === 'win32'
      ? ['-n', '1', '-w', String(deadline), address]
      : process.platform === 'darwin'
        ? ['-n', '-c', '1', '-W', String(deadline), address]
        : ['-n', '-c', '1', '-W', String(Math.ceil(deadline / 1000)), address];
  return new Promise((resolve) => {
    const options = {
      timeout: deadline + 500,
      windowsHide: true,
      env: { ...process.env, LC_ALL: 'C' },
    };
    execFile(ping, once, options, (error, output) => {
      const ms = /[=<]\s?([\d.]+)\s?(?:ms|мс)/u.exec(output)?.[1];
      resolve(error === null && ms !== undefined ? Number(ms) : undefined);
    });
  });
}

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { describe, expect, it } from 'vitest';
import { parseOptions } from '#service/options.ts';
import { send } from './client.ts';

describe('the program', () => {
  it('prints one line of JSON when it is ready and ends on a signal', async () => {
    const child = spawn(process.execPath, ['src-service/main.ts', '--port', '0'], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    try {
      const lines: string[] = [];
      const reader = createInterface({ input: child.stdout });
      reader.on('line', (line) => lines.push(line));
      await once(reader, 'line');
      const ready = JSON.parse(lines[0] ?? '') as { url: string; key: string };
      expect(Object.keys(ready)).toEqual(['url', 'key']);
      expect(ready.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
      expect((await send(ready, 'profile.get', {})).status).toBe(200);

      child.kill('SIGTERM');
      expect(await once(child, 'exit')).toEqual([0, null]);
      expect(lines).toHaveLength(1);
    } finally {
      child.kill('SIGKILL');
    }
  });

  it('refuses unknown flags', () => {
    for (const args of [
      ['--limits', 'none'],
      ['--port', '70000'],
      ['--key', 'svc_short'],
      ['--colour'],
    ]) {
      expect(() => parseOptions(args)).toThrow(TypeError);
    }
    expect(parseOptions(['--help'])).toBeUndefined();
    expect(parseOptions([])).toMatchObject({
      host: '127.0.0.1',
      limits: 'overview',
    });
    expect(parseOptions(['--fault', '*:401', '--fault', 'configs.*:delay=5:0.5'])).toMatchObject({
      faults: [{ kind: '401' }, { kind: 'delay', ms: 5, chance: 0.5 }],
    });
  });
});

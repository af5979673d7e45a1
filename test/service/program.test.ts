import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Agent, fetch as request } from 'undici';
import { beforeEach, describe, expect, it } from 'vitest';
import { parseOptions } from '#service/options.ts';
import { dataOf, send, testServices } from './client.ts';
import { hasModes } from '#test/files-below.ts';
import { temporaryFolder } from '#test/temporary-folder.ts';

let folder: string;
beforeEach(() => {
  folder = temporaryFolder();
});
const { start } = testServices();

describe('a state file', () => {
  it('restores the service’s state, contains no key, and is readable by its owner only', async () => {
    const stateFile = join(folder, 'state.json');
    const first = await start({ stateFile });
    const body = { title: 'kept' };
    await send(first, 'configs.setTitle', { path: { config_id: 1001 }, body });
    const created = await send(first, 'apiKeys.create', { body: { name: 'second' } });
    const { key } = dataOf('apiKeys.create', created);
    await first.close();

    const saved = readFileSync(stateFile, 'utf8');
    for (const secret of [key.slice(-24), first.key.slice(-24)])
      expect(saved).not.toContain(secret);
    if (hasModes) expect(statSync(stateFile).mode & 0o077).toBe(0);

    const second = await start({ stateFile });
    expect(second.key).toBe(first.key);
    expect(second.control.account().configs[0]?.title).toBe('kept');
    expect((await send({ url: second.url, key }, 'profile.get', {})).status).toBe(200);
  });

  it('accepts a given key in addition to its own', async () => {
    const stateFile = join(folder, 'state.json');
    const first = await start({ stateFile });
    await first.close();
    const key = `svc_${'a'.repeat(8)}_${'b'.repeat(24)}`;
    const second = await start({ stateFile, key });
    expect((await send(second, 'profile.get', {})).status).toBe(200);
    expect(second.control.account().keys).toHaveLength(2);
  });
});

describe('HTTPS', () => {
  it('verifies with the printed certificate authority only', async () => {
    const { url, key, ca } = await start({ https: true });
    const headers = { authorization: `Bearer ${key}` };
    const trusting = new Agent({ connect: { ca: ca ?? '' } });
    const answer = await request(`${url}/profile`, { headers, dispatcher: trusting });
    expect(answer.status).toBe(200);
    const named = await request(`${url.replace('127.0.0.1', 'localhost')}/profile`, {
      headers,
      dispatcher: trusting,
    });
    expect(named.status).toBe(200);
    await trusting.close();
    await expect(request(`${url}/profile`, { headers })).rejects.toThrow('fetch failed');
  });
});

describe('the program', () => {
  it('prints one line of JSON when it is ready and ends on a signal', async () => {
    const child = spawn(process.execPath, ['src-service/main.ts', '--port', '0', '--control'], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    try {
      const lines: string[] = [];
      const reader = createInterface({ input: child.stdout });
      reader.on('line', (line) => lines.push(line));
      await once(reader, 'line');
      const ready = JSON.parse(lines[0] ?? '') as { url: string; key: string; ca: null };
      expect(Object.keys(ready)).toEqual(['url', 'key', 'ca']);
      expect(ready.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
      expect((await send(ready, 'profile.get', {})).status).toBe(200);

      const post = (path: string, body: unknown, type = 'application/json') =>
        fetch(`${ready.url}/_control/${path}`, {
          method: 'POST',
          headers: { 'content-type': type },
          body: JSON.stringify(body),
        });
      expect((await post('faults', { faults: ['profile.get:500'] })).status).toBe(200);
      expect((await send(ready, 'profile.get', {})).status).toBe(500);
      expect((await post('faults', { faults: [] }, 'text/plain')).status).toBe(403);
      const counted = await (await fetch(`${ready.url}/_control/requests`)).json();
      expect(counted).toMatchObject({ counts: { 'profile.get': 2 } });

      child.kill('SIGTERM');
      expect(await once(child, 'exit')).toEqual([0, null]);
      expect(lines).toHaveLength(1);
    } finally {
      child.kill('SIGKILL');
    }
  });

  it('has no control routes by default', async () => {
    const { url } = await start();
    expect((await fetch(`${url}/_control/state`)).status).toBe(404);
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
      control: false,
    });
    expect(parseOptions(['--fault', '*:401', '--fault', 'configs.*:delay=5:0.5'])).toMatchObject({
      faults: [{ kind: '401' }, { kind: 'delay', ms: 5, chance: 0.5 }],
    });
  });
});

import { describe, expect, it } from 'vitest';
import { fail, ok } from '#contract/failure.ts';
import type { Connection } from '#core/connections/connection.ts';
import { ConnectionBulk, type SaveProgress } from '#core/connections/connection-bulk.ts';
import { whatLeaves } from '#core/connections/exports/what-leaves.ts';
import { connection } from './on-a-vault.ts';

const commands = 'PostUp = touch /root/owned';
const tunnel = '[Interface]\nPrivateKey = a\n';

const tunnelOf = (id: number, title: string, lines = '') =>
  connection(id, title, 's', {
    secrets: { connection_url: 'awg://s@nl.example.com:1#n', awg_config: `${tunnel}${lines}` },
  });
const urlOf = (id: number, title: string, connection_url = 'vless://s@nl.example.com:1#n') =>
  connection(id, title, 's', { protocol: 'vless', secrets: { connection_url } });

/** What is saved of these connections, and what the window hears of it. */
function bulkOver(...all: readonly Connection[]) {
  const byKey = new Map(all.map((one) => [one.record.key, one]));
  const saved: (readonly [name: string, text: string])[] = [];
  const reports: SaveProgress[] = [];
  const bulk = new ConnectionBulk({
    connections: {
      remember: () => ({}),
      primaryForm: () => undefined,
      record: (key) => byKey.get(key)?.record,
      released: (requested) =>
        requested.map(({ key, form }) => {
          const secrets = byKey.get(key)?.secrets;
          const text = form === 'awg' ? secrets?.awg_config : secrets?.connection_url;
          return text === undefined ? undefined : whatLeaves(form, text);
        }),
      convertibles: (keys) =>
        keys.flatMap((key) => {
          const one = byKey.get(key);
          if (!one) return [];
          const { record, secrets } = one;
          return [{ key, protocol: record.protocol, secrets, label: record.title }];
        }),
    },
    shell: {
      saveFile(name, bytes) {
        saved.push([name, Buffer.from(bytes).toString()]);
        return Promise.resolve(name);
      },
      saveFolder(name, files, onWritten) {
        files.forEach((_, n) => onWritten(n + 1));
        saved.push(
          ...files.map((file) => [file.name, Buffer.from(file.bytes).toString()] as const),
        );
        return Promise.resolve(name);
      },
    },
    publish: (progress) => reports.push(progress),
  });
  const keys = [...byKey.keys()];
  const names = async () => {
    await bulk.save(keys, 'folder');
    return saved.map(([name]) => name);
  };
  return { bulk, keys, saved, reports, names };
}

describe('the names of files in a folder', () => {
  it('take the next number that no other name has, without regard to case', async () => {
    const titles = ['Phone', 'Phone-2', 'PHONE', 'phone-2'];
    const { names } = bulkOver(...titles.map((title, n) => tunnelOf(n + 1, title)));
    expect(await names()).toEqual(['Phone.conf', 'Phone-2.conf', 'PHONE-3.conf', 'phone-2-2.conf']);
  });

  it('stay within the fifteen characters of a tunnel’s name when they are numbered', async () => {
    const { names } = bulkOver(tunnelOf(1, 'Netherlands-Pho'), tunnelOf(2, 'Netherlands-Pho'));
    expect(await names()).toEqual(['Netherlands-Pho.conf', 'Netherlands-P-2.conf']);
  });

  it('fit in what every file system takes, numbered too', async () => {
    const titles = ['🇳🇱'.repeat(32), '服'.repeat(100), '👩‍👩‍👧‍👦'.repeat(20), 'a'.repeat(100)];
    const twice = titles.flatMap((title) => [title, title]);
    const { names } = bulkOver(...twice.map((title, n) => urlOf(n + 1, title)));
    const all = await names();
    expect(new Set(all).size).toBe(twice.length);
    for (const name of all) {
      expect(Buffer.byteLength(name)).toBeLessThanOrEqual(200);
      expect(name.isWellFormed()).toBe(true);
    }
  });

  it('are no name that Windows has for a device, whatever follows it', async () => {
    const titles = ['CON', 'aux.home', 'COM1 .x', 'Console', 'NUL'];
    const { names } = bulkOver(...titles.map((title, n) => urlOf(n + 1, title)));
    expect(await names()).toEqual([
      'config-1.txt',
      'config-2.txt',
      'config-3.txt',
      'Console.txt',
      'config-5.txt',
    ]);
  });

  it('begin with no hyphen, which a program would take for an option', async () => {
    const { names } = bulkOver(urlOf(1, '-rf x'), urlOf(2, '--'));
    expect(await names()).toEqual(['rf x.txt', 'config-2.txt']);
  });

  it('keep all of a title where they are no tunnel’s', async () => {
    const title = 'Netherlands v1.2 phone';
    const { names } = bulkOver(urlOf(1, title), urlOf(2, title));
    expect(await names()).toEqual([`${title}.txt`, `${title}-2.txt`]);
  });
});

describe('the files of a folder', () => {
  it('hold a tunnel without its commands, and a URL byte for byte', async () => {
    const url = 'vless://s@nl.example.com:1#n';
    const { bulk, keys, saved } = bulkOver(tunnelOf(1, 'Tunnel', commands), urlOf(2, 'URL', url));
    const counted = { name: 'connections', count: 2, total: 2 };
    expect(await bulk.save(keys, 'folder')).toEqual({
      ok: true,
      value: { ...counted, commandsRemoved: 1 },
    });
    expect(saved).toEqual([
      ['Tunnel.conf', tunnel],
      ['URL.txt', url],
    ]);
    expect(await bulk.save([keys[1] ?? ''], 'folder')).toEqual({
      ok: true,
      value: { name: 'connections', count: 1, total: 1 },
    });
  });

  it('leave out connections that do not exist, or whose secret is not there', async () => {
    const lost = { ...tunnelOf(1, 'Lost'), secrets: urlOf(1, 'Lost').secrets };
    const { bulk, keys, saved } = bulkOver(lost, urlOf(2, 'URL'));
    expect(await bulk.save(['config:9', ...keys], 'folder')).toMatchObject({ value: { count: 1 } });
    expect(saved.map(([name]) => name)).toEqual(['URL.txt']);
  });

  it('are told of once for a hundred', async () => {
    const all = Array.from({ length: 1000 }, (_, id) => urlOf(id, 'Phone'));
    const { names, reports } = bulkOver(...all);
    expect(await names()).toHaveLength(1000);
    expect(reports.at(-1)).toEqual({ running: false, written: 1000, total: 1000 });
    expect(reports.length).toBeLessThanOrEqual(1000 / 100 + 1);
  });
});

it('what would be left out of a folder is counted before it is saved', () => {
  const { bulk, keys } = bulkOver(tunnelOf(1, 'Tunnel', commands), urlOf(2, 'URL'));
  expect(bulk.commands([...keys, 'config:9'])).toEqual({
    configurations: 1,
    lines: [commands],
    different: 1,
  });
});

describe('one file of many connections', () => {
  const urls = ['trojan://a@b.example.com:1#One', 'trojan://a@b.example.com:1?fragment=1#Two'];
  const all = urls.map((url, n) => urlOf(n + 1, `Title ${String(n)}`, url));

  it('has their URLs byte for byte, also in Base64', async () => {
    const { bulk, keys, saved } = bulkOver(...all);
    for (const as of ['file', 'base64'] as const)
      expect(await bulk.save(keys, as)).toEqual(
        ok({ name: 'connections.txt', count: 2, total: 2 }),
      );
    const [lines, encoded] = saved.map(([, text]) => text);
    expect(lines).toBe(`${urls.join('\n')}\n`);
    expect(Buffer.from(encoded ?? '', 'base64').toString()).toBe(lines);
  });

  it('has those that lose nothing, and says how many are left out and for what', async () => {
    const { bulk, keys, saved } = bulkOver(...all);
    const leftOut = { count: 1, fields: ['fragment'] };
    expect(await bulk.save(keys, 'mihomo')).toEqual(
      ok({ name: 'connections.yaml', count: 1, total: 1, leftOut }),
    );
    expect(saved[0]?.[1]).toContain('"One"');
    expect(saved[0]?.[1]).not.toContain('"Two"');
  });

  it('is not written where each would lose something', async () => {
    const { bulk, keys, saved } = bulkOver(...all.slice(1));
    expect(await bulk.save(keys, 'sing-box')).toEqual(
      fail('invalid-input', {
        reason: 'not-without-loss',
        issues: [{ path: 'fragment', code: 'lost' }],
      }),
    );
    expect(saved).toEqual([]);
  });
});

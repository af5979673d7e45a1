import { describe, expect, it } from 'vitest';
import type { HttpTransport } from '#core/kernel/ports.ts';
import { serve, run, newMachine, rowsOf } from '#test/core/harness.ts';

interface Sent {
  id?: unknown;
  title?: unknown;
}

/** A transport whose answers of a list a test changes before the program reads them. */
function changing(path: RegExp, change: (elements: Sent[]) => void) {
  const state = { on: true };
  const through = (transport: HttpTransport): HttpTransport => ({
    ...transport,
    async send(request) {
      const answer = await transport.send(request);
      const { pathname } = new URL(request.url);
      if (!state.on || request.method !== 'GET' || !path.test(pathname)) return answer;
      const body = JSON.parse(new TextDecoder().decode(answer.body)) as { data: Sent[] };
      change(body.data);
      return { ...answer, body: new TextEncoder().encode(JSON.stringify(body)) };
    },
  });
  return { state, through };
}

/** The list of configurations; those of cloud servers are another one. */
const ownConfigs = /^(?!.*cloud-servers).*\/configs$/;

describe('a configuration that cannot be read', () => {
  it('is in its place by its title, beside the others, until an answer can be read', async () => {
    const service = await serve();
    const [first] = service.control.account().configs;
    const machine = newMachine();
    const { state, through } = changing(ownConfigs, (elements) =>
      elements.splice(0, 1, { id: first?.id, title: 'Broken phone' }),
    );
    const running = await run(machine, through);
    await running.signIn(service);
    const rows = await rowsOf(running);
    const key = `config:${String(first?.id)}`;
    expect(rows.find((row) => row.key === key)).toMatchObject({
      title: 'Broken phone',
      unreadable: true,
      forms: [],
      state: { state: 'unknown' },
    });
    const configs = service.control.account().configs.length;
    expect(rows.filter(({ source }) => source === 'config')).toHaveLength(configs);
    expect(rows.filter(({ unreadable }) => unreadable)).toHaveLength(1);
    expect(machine.log.lines.join('\n')).toContain('"unreadable"');
    expect(machine.log.lines.join('\n')).not.toContain('Broken phone');
    state.on = false;
    await running.ask('sync.refresh', {});
    const row = (await rowsOf(running)).find((each) => each.key === key);
    expect(row).toMatchObject({ title: first?.title ?? '' });
    expect(row?.unreadable).toBeUndefined();
  });

  it('stays as it was known and can be copied', async () => {
    const service = await serve();
    const [first] = service.control.account().configs;
    const { state, through } = changing(ownConfigs, (elements) =>
      elements.splice(0, 1, { id: first?.id }),
    );
    state.on = false;
    const running = await run(newMachine(), through);
    await running.signIn(service);
    const key = `config:${String(first?.id)}`;
    const row = async () => (await rowsOf(running)).find((each) => each.key === key);
    const before = await row();
    state.on = true;
    await running.ask('sync.refresh', {});
    expect(await row()).toMatchObject({ title: before?.title, unreadable: true });
    await running.ask('secrets.copy', { of: 'connection', key, form: 'url' });
  });

  it('removes nothing and is reported where not even its id is known', async () => {
    const service = await serve();
    const { state, through } = changing(ownConfigs, (elements) => elements.splice(0, 1, {}));
    state.on = false;
    const running = await run(newMachine(), through);
    await running.signIn(service);
    const before = (await rowsOf(running)).map(({ key }) => key);
    state.on = true;
    const { failure } = await running.ask('sync.refresh', {});
    expect(failure).toMatchObject({ kind: 'bad-response', endpoint: 'configs.list' });
    expect((await rowsOf(running)).map(({ key }) => key)).toEqual(before);
  });
});

describe('a cloud server that cannot be read', () => {
  it('is named beside the others, and what is on it stays', async () => {
    const service = await serve();
    const [server] = service.control.account().cloud_servers;
    const { state, through } = changing(/\/cloud-servers$/, (elements) =>
      elements.splice(0, 1, { id: server?.id }),
    );
    state.on = false;
    const running = await run(newMachine(), through);
    await running.signIn(service);
    const before = (await rowsOf(running)).map(({ key }) => key);
    state.on = true;
    await running.ask('sync.refresh', {});
    expect((await rowsOf(running)).map(({ key }) => key)).toEqual(before);
    const read = await running.ask('cache.read', { id: 'cloudServers.list', input: {} });
    expect(read.unreadable).toMatchObject([{ list: '', index: 0, id: server?.id }]);
  });
});

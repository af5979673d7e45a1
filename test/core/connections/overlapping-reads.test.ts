import { describe, expect, it } from 'vitest';
import { TransportError, type HttpRequest, type HttpTransport } from '#core/kernel/ports.ts';
import { serve, run, newMachine, rowsOf } from '#test/core/harness.ts';

/** Holds the next answer to a request of this path until `release`. */
function holdingTransport() {
  let path: string | undefined;
  let isHolding = false;
  let isCut = false;
  let passed = 0;
  let release: () => void = () => undefined;
  let arrived: () => void = () => undefined;

  function through(transport: HttpTransport): HttpTransport {
    async function send(request: HttpRequest) {
      const answer = await transport.send(request);
      if (request.method !== 'GET' || new URL(request.url).pathname !== path) return answer;
      if (isHolding) {
        passed += 1;
        if (isCut) throw new TransportError('refused', false);
        return answer;
      }
      isHolding = true;
      await new Promise<void>((resolve) => {
        release = resolve;
        arrived();
      });
      return answer;
    }
    return { send, close: () => transport.close() };
  }

  return {
    through,
    /** Resolves when such an answer is held. */
    hold: (of: string) => {
      path = of;
      return new Promise<void>((resolve) => {
        arrived = resolve;
      });
    },
    /** From now on no other answer of this path comes. */
    cutOthers: () => {
      isCut = true;
    },
    /** How many answers of this path came, or did not, while that one was held. */
    passed: () => passed,
    release: () => release(),
  };
}

const after = 'after the next list';
const titled = [
  ['a configuration', after, 'config', '/configs'],
  ['a configuration', 'while the next list fails', 'config', '/configs'],
  ['a configuration of a cloud server', after, 'cloud', '/cloud-servers/{server}/configs'],
  ['a configuration of a paid option', after, 'paid', '/paid-options'],
] as const;

describe('a list that was requested before a change', () => {
  it.each(titled)('does not take back the title of %s %s', async (_, when, source, path) => {
    const service = await serve();
    const { through, hold, passed, cutOthers, release } = holdingTransport();
    const core = await run(newMachine(), through);
    await core.signIn(service);
    const row = (await rowsOf(core)).find((each) => each.source === source);
    if (row === undefined) throw new Error('the demo account has no such connection');
    const [, server = ''] = row.key.split(':');

    const held = hold(path.replace('{server}', server));
    const refreshed = core.ask('sync.refresh', {});
    await held;
    if (when !== after) cutOthers();
    await core.ask('connections.setTitle', { key: row.key, title: 'Renamed' });
    await expect.poll(passed).toBeGreaterThan(0);
    release();
    await refreshed;

    const { title } = (await rowsOf(core)).find(({ key }) => key === row.key) ?? {};
    expect(title).toBe('Renamed');
  });
});

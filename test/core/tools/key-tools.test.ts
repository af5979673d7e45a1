import { createPrivateKey, createPublicKey } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createKeyTools } from '#core/tools/key-tools.ts';
import { fail, ok } from '#contract/failure.ts';
import { serve, run, signedIn, newMachine } from '#test/core/harness.ts';

/** The public half that belongs to a private one, by another way than the one under test. */
function publicOf(d: string): string {
  const key = createPrivateKey({
    key: { kty: 'OKP', crv: 'X25519', d, x: '' },
    format: 'jwk',
  });
  return String(createPublicKey(key).export({ format: 'jwk' }).x);
}

describe('key pairs', () => {
  it('are made here, anew each time: both halves belong together, as Xray and WireGuard write them', async () => {
    const { machine, running: core } = await signedIn();
    const before = await core.call('tools.publicKey', { pair: 'local' });
    expect(before).toEqual({ ok: false, failure: { kind: 'not-found' } });
    const made = await core.ask('tools.makeKeys', {});
    expect(made.xray).toMatch(/^[\w-]{43}$/);
    expect(made.wireguard).toMatch(/^[A-Za-z0-9+/]{43}=$/);
    expect(Buffer.from(made.xray, 'base64url')).toEqual(Buffer.from(made.wireguard, 'base64'));

    const { text } = await core.ask('secrets.reveal', {
      of: 'key',
      half: 'private',
      pair: 'local',
      encoding: 'xray',
    });
    expect(publicOf(text)).toBe(made.xray);
    const one = { of: 'key', pair: 'local', half: 'private', encoding: 'wireguard' } as const;
    await core.ask('secrets.copy', one);
    expect(Buffer.from(machine.clipboard.text, 'base64').toString('base64url')).toBe(text);
    expect(Buffer.from(text, 'base64url').readUInt8(0) & 7).toBe(0);

    const other = await core.ask('tools.makeKeys', {});
    expect(other).not.toEqual(made);
    expect(await core.ask('tools.publicKey', { pair: 'local' })).toEqual(other);
  });

  it('of the service are written in either encoding too', async () => {
    const { machine, running: core } = await signedIn();
    const { entry } = await core.ask('purchases.submit', {
      ticket: 'a-ticket-of-a-test',
      endpoint: 'xray.createKeys',
      input: {},
    });
    const pair = entry.id;
    const shown = await core.ask('tools.publicKey', { pair });
    const { text } = await core.ask('secrets.reveal', {
      of: 'key',
      half: 'private',
      pair,
      encoding: 'xray',
    });
    expect(publicOf(text)).toBe(shown.xray);
    await core.ask('secrets.copy', { of: 'key', pair, half: 'public', encoding: 'wireguard' });
    expect(machine.clipboard.text).toBe(shown.wireguard);
  });

  it('of the service that are no X25519 keys are not accepted as such', () => {
    const tools = createKeyTools((entry) =>
      entry === 'short' ? ok('c2hvcnQ=') : fail('not-found'),
    );
    expect(tools.publicKey('short')).toMatchObject({ failure: { kind: 'bad-response' } });
    expect(tools.publicKey('none')).toMatchObject({ failure: { kind: 'not-found' } });
  });
});

describe('the distance to a location', () => {
  it('is measured to the address that the service lists, and to no other, once checks are agreed to', async () => {
    const requested: string[] = [];
    const distance = {
      measure: (address: string) => {
        requested.push(address);
        return Promise.resolve(12.5);
      },
    };
    const core = await run({ ...newMachine(), distance });
    await core.signIn(await serve());
    expect(await core.call('tools.reach', { location: 1 })).toMatchObject(fail('declined'));
    expect(requested).toEqual([]);
    await core.ask('checks.accept', {});
    expect(await core.ask('tools.reach', { location: 1 })).toEqual({ ms: 12.5 });
    expect(requested).toEqual(['127.0.0.1']);
    expect(await core.call('tools.reach', { location: 999 })).toMatchObject(fail('not-found'));
  });
});

import { expect, it } from 'vitest';
import type { SecretRef } from '#contract/ipc/secrets.ts';
import { signedIn, rowsOf } from '#test/core/harness.ts';

const ways = ['copy', 'reveal', 'qr', 'open'] as const;

/** One of each kind, and how it leaves. The compiler asks for one that is added. */
const kinds: Readonly<Record<SecretRef['of'], readonly (typeof ways)[number][]>> = {
  connection: ['copy', 'reveal', 'qr', 'open'],
  connections: ['copy'],
  read: ['copy', 'reveal'],
  subscription: ['copy', 'qr', 'open'],
  purchase: ['copy', 'reveal'],
  key: ['copy', 'reveal'],
};

it('a secret of each kind leaves in its own ways, and is refused in all others', async () => {
  const { service, machine, running } = await signedIn({ limits: 'off' });
  const [row] = (await rowsOf(running)).filter(({ protocol }) => protocol === 'vless');
  const key = row?.key ?? '';
  await running.ask('tools.makeKeys', {});
  const profile = { id: 'profile.get', input: {} };
  await expect
    .poll(async () => (await running.ask('cache.read', profile)).fetchedAt)
    .not.toBeNull();
  const { entry } = await running.ask('purchases.submit', {
    ticket: 'a-ticket-of-a-test',
    endpoint: 'xray.createKeys',
    input: {},
  });
  const refs: { readonly [Kind in SecretRef['of']]: Extract<SecretRef, { of: Kind }> } = {
    connection: { of: 'connection', key, form: 'url' },
    connections: { of: 'connections', keys: [key] },
    read: { of: 'read', ...profile, path: 'subscription_key' },
    subscription: { of: 'subscription', id: service.control.account().subscriptions[0]?.id ?? 0 },
    purchase: { of: 'purchase', id: entry.id, secret: 'private-key' },
    key: { of: 'key', pair: 'local', half: 'private', encoding: 'xray' },
  };
  machine.shell.clients.set('vless', 'A client');
  machine.shell.clients.set('happ', 'Happ');
  for (const [kind, ref] of Object.entries(refs)) {
    for (const way of ways) {
      const answer = await running.call(`secrets.${way}`, ref);
      const leaves = kinds[ref.of].includes(way);
      expect([kind, way, answer]).toMatchObject([
        kind,
        way,
        leaves ? { ok: true } : { failure: { kind: 'invalid-input', issues: [{ path: 'of' }] } },
      ]);
    }
  }
});

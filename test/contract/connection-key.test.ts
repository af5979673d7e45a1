import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ConnectionKey } from '#contract/ipc/connections.ts';
import {
  connectionKey,
  owningKey,
  parseConnectionKey,
  type ConnectionId,
} from '#contract/rules/connection-key.ts';
import { drawn } from '#test/simulator/deep.ts';

/** The specification says that ids are whole numbers, and no more. */
const id = fc.maxSafeInteger();
const owned: fc.Arbitrary<ConnectionId> = fc.oneof(
  fc.record({ source: fc.constant('config' as const), configId: id }),
  fc.record({ source: fc.constant('paid' as const), optionId: id, configId: id }),
);
const any: fc.Arbitrary<ConnectionId> = fc.oneof(
  owned,
  fc.record({ source: fc.constant('cloud' as const), serverId: id, configId: id }),
  fc.record({ source: fc.constant('proxy' as const), serverId: id, proxyId: id }),
  owned.map((owner) => ({ source: 'subconfig' as const, owner: connectionKey(owner) })),
);

describe('the key of a connection', () => {
  it('is parsed into the ids that it was made from', () => {
    fc.assert(
      fc.property(any, (made) => {
        const key = connectionKey(made);
        expect(parseConnectionKey(key)).toEqual(made);
        expect(ConnectionKey.safeParse(key).success).toBe(true);
      }),
      drawn(100),
    );
  });

  it('leads from a subconfig to the configuration that owns it', () => {
    fc.assert(
      fc.property(owned, (made) => {
        const owner = connectionKey(made);
        expect(owningKey(connectionKey({ source: 'subconfig', owner }))).toBe(owner);
        expect(owningKey(owner)).toBe(owner);
      }),
      drawn(100),
    );
  });

  it.each(['', 'config', 'config:', 'config:1:2', 'cloud:1', 'paid:x:1', 'sub:cloud:1:2', 'sub:'])(
    'is not %o',
    (text) => {
      expect(parseConnectionKey(text)).toBeUndefined();
    },
  );
});

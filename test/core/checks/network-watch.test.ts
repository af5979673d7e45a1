import { expect, it } from 'vitest';
import { createNetworkMarks } from '#core/checks/network-marks.ts';
import { NetworkWatch } from '#core/checks/network-watch.ts';
import { createMemoryVault } from '#core/kernel/vault/memory-vault.ts';
import {
  fakeSystemNetwork,
  manualClock,
  sealedOver,
  seededRandom,
  settled,
} from '#test/core/fakes.ts';

function fixture(name?: string) {
  const systemNetwork = fakeSystemNetwork(name);
  const clock = manualClock();
  const changes: (string | undefined)[] = [];
  const watch = new NetworkWatch({
    clock,
    systemNetwork,
    onChange: (before) => changes.push(before),
  });
  return { systemNetwork, clock, changes, watch };
}

it('another network is noticed within fifteen seconds, or at once when it is asked for', async () => {
  const { systemNetwork, clock, changes, watch } = fixture();
  watch.start();
  await settled();
  expect([watch.current(), changes]).toEqual(['at home', [undefined]]);
  systemNetwork.name = 'in a café';
  await clock.advance(14_999);
  expect(watch.current()).toBe('at home');
  await clock.advance(1);
  expect([watch.current(), changes.at(-1)]).toEqual(['in a café', 'at home']);
  systemNetwork.name = 'in a train';
  await Promise.all([watch.look(), watch.look()]);
  expect(changes).toEqual([undefined, 'at home', 'in a café']);
  watch.stop();
  systemNetwork.name = 'at home';
  await clock.advance(60_000);
  expect(watch.current()).toBe('in a train');
});

it('a network that goes and comes back is the same', async () => {
  const { systemNetwork, changes, watch } = fixture();
  await watch.look();
  systemNetwork.name = undefined;
  await watch.look();
  expect(watch.current()).toBe('at home');
  systemNetwork.name = 'at home';
  await watch.look();
  expect(changes).toEqual([undefined]);
});

it('a mark is the same for a network across restarts, and says nothing of it elsewhere', () => {
  const network = 'eth0 192.168.1.20 255.255.255.0';
  const vault = sealedOver(createMemoryVault());
  const random = seededRandom();
  const markOf = createNetworkMarks(vault, random);
  const mark = markOf(network);
  expect(markOf('wlan0 192.168.1.21 255.255.255.0')).not.toBe(mark);
  expect(markOf(network)).toBe(mark);
  expect(createNetworkMarks(vault, random)(network)).toBe(mark);
  const otherAccount = sealedOver(createMemoryVault());
  expect(createNetworkMarks(otherAccount, random)(network)).not.toBe(mark);
});

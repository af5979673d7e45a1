import { amneziaDatagrams, messagesIn, messageTypes } from '#core/checks/packets/amnezia.ts';
import { initiate } from '#core/checks/packets/wireguard.ts';
import type { WireGuardTarget } from '#core/checks/target.ts';
import { askByDatagrams, type Probe } from './probe.ts';

/**
 * WireGuard and AmneziaWG: a handshake initiation in the connection's own name, answered by the
 * handshake response. From then on the server sends here what is meant for the device that uses the
 * connection, until that device speaks again.
 *
 * The server refuses every later handshake with an earlier time, of the user's own devices too. So
 * the time is the service's, never the computer's, and where it is not known nothing is sent.
 */
export const probeWireGuard: Probe<WireGuardTarget> = async (tools, given) => {
  const { random, clock } = tools;
  const { keys, amnezia } = given.target;
  const time = clock.serviceTime();
  if (time === undefined) return { undetermined: 'time-unknown' };
  const begun = clock.monotonic();
  return await askByDatagrams(tools, given, 'handshake', () => {
    const now = time + clock.monotonic() - begun;
    const initiation = initiate(keys, random, now, messageTypes(amnezia, random));
    return {
      send: amneziaDatagrams(amnezia, initiation.message, random, now),
      isAnswer: (datagram) => messagesIn(amnezia, datagram).some(initiation.isAnswer),
    };
  });
};

import { amneziaDatagrams, messagesIn, messageTypes } from '#core/checks/packets/amnezia.ts';
import { initiate } from '#core/checks/packets/wireguard.ts';
import type { WireGuardTarget } from '#core/checks/target.ts';
import { askByDatagrams, type Probe } from './probe.ts';

/**
 * WireGuard and AmneziaWG: a handshake initiation in the connection's own name, answered by the
 * handshake response. From then on the server sends here what is meant for the device that uses the
 * connection, until that device speaks again.
 */
export const probeWireGuard: Probe<WireGuardTarget> = (tools, given) =>
  askByDatagrams(tools, given, 'handshake', () => {
    const { keys, amnezia } = given.target;
    const { random, clock } = tools;
    const initiation = initiate(keys, random, clock.now(), messageTypes(amnezia, random));
    return {
      send: amneziaDatagrams(amnezia, initiation.message, random, clock.now()),
      isAnswer: (datagram) => messagesIn(amnezia, datagram).some(initiation.isAnswer),
    };
  });

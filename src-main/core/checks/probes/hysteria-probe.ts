import { quicProbe } from '#core/checks/packets/quic.ts';
import { deobfuscated, obfuscated } from '#core/checks/packets/salamander.ts';
import type { HysteriaTarget } from '#core/checks/target.ts';
import { askByDatagrams, type Probe } from './probe.ts';

/** Hysteria 2: a QUIC packet of an unknown version, which is answered by Version Negotiation. */
export const probeHysteria: Probe<HysteriaTarget> = (tools, given) =>
  askByDatagrams(tools, given, 'quic', () => {
    const { salamander } = given.target;
    const { packet, isAnswer } = quicProbe(tools.random);
    if (salamander === null) return { send: [packet], isAnswer };
    return {
      send: [obfuscated(packet, salamander, tools.random)],
      isAnswer(datagram) {
        const inside = deobfuscated(datagram, salamander);
        return inside !== undefined && isAnswer(inside);
      },
    };
  });

import { createSocket } from 'node:dgram';
import { networkInterfaces } from 'node:os';
import type { SystemNetwork } from '#core/kernel/ports.ts';

/** Documentation addresses (RFC 5737, RFC 3849), in the order they are tried. */
const elsewhere = [
  { type: 'udp4', address: '192.0.2.1' },
  { type: 'udp6', address: '2001:db8::1' },
] as const;

/** Any port: nothing is sent to it. */
const discardPort = 9;

/** Reads the routes and interfaces of the system, as it lets every program. */
export function createSystemNetwork(): SystemNetwork {
  return {
    async identify() {
      for (const { type, address } of elsewhere) {
        const own = await ownAddress(type, address);
        const found = own === undefined ? '' : interfaceOf(own);
        if (found !== '') return found;
      }
      return undefined;
    },
  };
}

/** The address this computer would send from: connecting a UDP socket sends nothing. */
function ownAddress(type: 'udp4' | 'udp6', target: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    const socket = createSocket(type);
    const end = (address: string | undefined) => {
      socket.close();
      resolve(address);
    };
    socket.once('error', () => end(undefined));
    socket.connect(discardPort, target, () => end(socket.address().address));
  });
}

/** The interface with this address, and its subnet; all that lead out where none has it. */
function interfaceOf(own: string): string {
  const all = Object.entries(networkInterfaces()).flatMap(([name, addresses = []]) =>
    addresses
      .filter(
        ({ internal, family }) => !internal && family === (own.includes(':') ? 'IPv6' : 'IPv4'),
      )
      .map(({ address, netmask }) => ({ address, line: `${name} ${address} ${netmask}` })),
  );
  const routed = all.filter(({ address }) => address === own);
  return (routed.length > 0 ? routed : all).map(({ line }) => line).join('\n');
}

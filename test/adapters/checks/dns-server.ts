import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { decode, encode } from 'dns-packet';
import { onTestFinished } from 'vitest';

/** What a DNS server says of a name: addresses, a code of RFC 1035 (4.1.1), or nothing at all. */
export type DnsAnswer = readonly string[] | 'servfail' | 'nxdomain' | 'refused' | 'silence';

const codes = { servfail: 2, nxdomain: 3, refused: 5 } as const;

export interface DnsServer {
  /** Its address with its port. */
  readonly address: string;
  /** The type and name of each query. */
  readonly queries: readonly string[];
}

/** @param answer what it says of a name and a type */
export async function startDnsServer(
  answer: (name: string, type: 'A' | 'AAAA') => DnsAnswer,
): Promise<DnsServer> {
  const socket = createSocket('udp4').bind(0, '127.0.0.1');
  await once(socket, 'listening');
  onTestFinished(() => void socket.close());
  const queries: string[] = [];
  socket.on('message', (bytes, { port, address }) => {
    const { id, questions = [] } = decode(bytes);
    const [question] = questions;
    if (question?.type !== 'A' && question?.type !== 'AAAA') return;
    const { name, type } = question;
    queries.push(`${type} ${name}`);
    const said = answer(name, type);
    if (said === 'silence') return;
    const data = typeof said === 'string' ? [] : said;
    const flags = 0x80 | (typeof said === 'string' ? codes[said] : 0);
    socket.send(
      encode({
        type: 'response',
        id: id ?? 0,
        flags,
        questions,
        answers: data.map((each) => ({ type, name, data: each })),
      }),
      port,
      address,
    );
  });
  return { address: `127.0.0.1:${String(socket.address().port)}`, queries };
}

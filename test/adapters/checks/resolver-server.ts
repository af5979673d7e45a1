import { createServer, type Server } from 'node:https';
import { decode, encode } from 'dns-packet';
import type { HttpTransport } from '#core/kernel/ports.ts';
import { createAuthority } from '#test/adapters/transport/certificates.ts';
import { listen, openTransport } from '#test/adapters/transport/servers.ts';

/** An encrypted resolver on this machine, and the queries that it received. */
export interface ResolverServer {
  readonly url: string;
  /** Names, with those headers that a request must not have. */
  readonly requested: string[];
  /** A transport that trusts the test's own authority, as a user's CA file would. */
  readonly transport: () => HttpTransport;
}

/** @param addresses by name; a name that is not there does not exist */
export async function startResolver(
  addresses: Readonly<Record<string, readonly string[]>>,
  answer?: (server: Server) => void,
): Promise<ResolverServer> {
  const authority = await createAuthority();
  const requested: string[] = [];
  const server = createServer(await authority.issue(['127.0.0.1']));
  const known = (name: string) => addresses[name];
  server.on('request', (request, response) => {
    const text = new URL(request.url ?? '', 'https://127.0.0.1').searchParams.get('dns') ?? '';
    const question = decode(Buffer.from(text, 'base64url')).questions?.[0];
    if (!question) {
      response.writeHead(400).end();
      return;
    }
    const { name, type } = question;
    requested.push(
      ['authorization', 'cookie', 'x-api-key'].some((header) => header in request.headers)
        ? 'a secret'
        : `${type} ${name}`,
    );
    const found = (known(name) ?? []).filter((data) => data.includes(':') === (type === 'AAAA'));
    response.setHeader('content-type', 'application/dns-message');
    response.end(
      encode({
        type: 'response',
        flags: known(name) ? 0 : 3,
        questions: [question],
        answers: found.map((data) =>
          type === 'AAAA' ? { type: 'AAAA', name, data } : { type: 'A', name, data },
        ),
      }),
    );
  });
  if (answer) {
    server.removeAllListeners('request');
    answer(server);
  }
  const url = `https://127.0.0.1:${String(await listen(server))}/dns-query`;
  return { url, requested, transport: () => openTransport({ service: url, ca: authority.ca }) };
}

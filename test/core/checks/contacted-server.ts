import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

/** A server on this computer, as the URL of a connection, and how often it was contacted. */
export async function contactedServer() {
  let contacted = 0;
  const server = createServer((socket) => {
    contacted += 1;
    socket.destroy();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `ss://YTpi@127.0.0.1:${String(port)}`,
    /** How often it was contacted since the last call. */
    contacts: () => {
      const count = contacted;
      contacted = 0;
      return count;
    },
  };
}

import { createServer, type AddressInfo } from 'node:net';

/** A server of an attacker's: counts who connects, and answers nothing. */
export async function startSink() {
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    socket.destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    host: '127.0.0.1',
    port,
    url: `http://127.0.0.1:${String(port)}`,
    connections: () => connections,
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}
export type Sink = Awaited<ReturnType<typeof startSink>>;

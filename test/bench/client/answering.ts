import { createServer } from 'node:http';
import { parentPort, workerData } from 'node:worker_threads';
import type { AddressInfo } from 'node:net';

/** A server that gives every request the same answer, in a thread of its own: it is not measured. */
const body = Buffer.from(String(workerData));
const headers = { 'content-type': 'application/json', 'content-length': body.byteLength };
const server = createServer((request, response) => {
  request.resume();
  response.writeHead(200, headers).end(body);
});
server.listen(0, '127.0.0.1', () => {
  parentPort?.postMessage((server.address() as AddressInfo).port);
});

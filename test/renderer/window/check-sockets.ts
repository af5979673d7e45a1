import { ProbeFault, type ProbeSockets, type ProbeStream } from '#core/kernel/ports.ts';

const stream: ProbeStream = {
  write: () => undefined,
  read: () => Promise.reject(new ProbeFault('reset')),
  secure: () => Promise.reject(new ProbeFault('reset')),
  close: () => undefined,
};

/** Sockets of checks: every port accepts connections, nothing is answered, and TLS is cut off. */
export function createCheckSockets(): ProbeSockets {
  return {
    lookup: () => Promise.resolve({ kind: 'found', addresses: ['192.0.2.1'] }),
    connect: () => Promise.resolve(stream),
    datagrams: () =>
      Promise.resolve({
        send: () => undefined,
        receive: () => Promise.reject(new ProbeFault('no-answer')),
        close: () => undefined,
      }),
    close: () => undefined,
  };
}

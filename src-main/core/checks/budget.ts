import type { ProbeSockets } from '#core/kernel/ports.ts';

/** What one run of checks may send: servers are the service's word, and could be someone else's. */
export const runBudget = {
  /** Connections and sockets that are opened to one address, and in all. */
  opened: { address: 600, all: 60_000 },
  /** Bytes of datagrams, which need nobody's answer. */
  bytes: { address: 512 * 1024, all: 16 * 1024 * 1024 },
} as const;

/** Nothing more is sent there in this run. */
export class BudgetSpentError extends Error {}

interface Spent {
  opened: number;
  bytes: number;
}

/** Sockets that send no more than `runBudget`; they reject with a `BudgetSpentError` then. */
export function withBudget(sockets: ProbeSockets): ProbeSockets {
  const all: Spent = { opened: 0, bytes: 0 };
  const byAddress = new Map<string, Spent>();

  /** Counts for each address of a server: the one that there is a route to is the one contacted. */
  function spend(addresses: readonly string[], what: keyof Spent, amount: number): boolean {
    const { address: most, all: mostOfAll } = runBudget[what];
    const each = addresses.map((address) => {
      const spent = byAddress.get(address) ?? { opened: 0, bytes: 0 };
      byAddress.set(address, spent);
      return spent;
    });
    if (all[what] + amount > mostOfAll) return false;
    if (each.some((spent) => spent[what] + amount > most)) return false;
    for (const spent of new Set(each)) spent[what] += amount;
    all[what] += amount;
    return true;
  }

  return {
    ...sockets,
    connect(addresses, port, signal) {
      return spend(addresses, 'opened', 1)
        ? sockets.connect(addresses, port, signal)
        : Promise.reject(new BudgetSpentError());
    },
    async datagrams(addresses, port, signal) {
      if (!spend(addresses, 'opened', 1) || !spend(addresses, 'bytes', 0))
        throw new BudgetSpentError();
      const socket = await sockets.datagrams(addresses, port, signal);
      let isSpent = false;
      return {
        ...socket,
        send(bytes) {
          isSpent ||= !spend(addresses, 'bytes', bytes.byteLength);
          if (!isSpent) socket.send(bytes);
        },
        async receive() {
          if (isSpent) throw new BudgetSpentError();
          return await socket.receive();
        },
      };
    },
  };
}

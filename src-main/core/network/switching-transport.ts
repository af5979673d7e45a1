import { TransportError, type HttpTransport } from '#core/ports.ts';

/** A transport whose way to the service can be changed while it is in use. */
export interface SwitchingTransport extends HttpTransport {
  /** From now on requests take the new way; those under way end on theirs. */
  renew(): void;
}

interface Lane {
  readonly transport: Promise<HttpTransport>;
  busy: number;
  left: boolean;
}

/**
 * @param open opens the way as it is chosen now; it may reject with a `TransportError`, which each
 *   request then fails with until the way can be opened
 */
export function createSwitchingTransport(open: () => Promise<HttpTransport>): SwitchingTransport {
  const lanes = new Set<Lane>();
  let current: Lane | undefined;
  let closed = false;

  async function end(lane: Lane): Promise<void> {
    lanes.delete(lane);
    const transport = await lane.transport.catch(() => undefined);
    await transport?.close();
  }

  function leave(lane: Lane): void {
    lane.left = true;
    if (current === lane) current = undefined;
    if (lane.busy === 0) void end(lane);
  }

  function enter(): Lane {
    const lane: Lane = { transport: open(), busy: 0, left: false };
    lane.transport.catch(() => {
      leave(lane);
    });
    lanes.add(lane);
    current = lane;
    return lane;
  }

  return {
    async send(request) {
      if (closed) throw new TransportError('aborted', false);
      const lane = current ?? enter();
      lane.busy += 1;
      try {
        return await (await lane.transport).send(request);
      } finally {
        lane.busy -= 1;
        if (lane.left && lane.busy === 0) void end(lane);
      }
    },
    renew() {
      if (current) leave(current);
    },
    async close() {
      closed = true;
      current = undefined;
      await Promise.all([...lanes].map(end));
    },
  };
}

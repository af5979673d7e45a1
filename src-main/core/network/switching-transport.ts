import { TransportError, type HttpTransport } from '#core/kernel/ports.ts';

export interface SwitchingTransport extends HttpTransport {
  /** From now on requests take the new path; those under way end on theirs. */
  renew(): void;
}

/** One opened path, in use until its last request has ended. */
interface OpenedPath {
  readonly transport: Promise<HttpTransport>;
  busy: number;
  retired: boolean;
}

/** `open` opens the current path; requests fail with what it rejects with. */
export function createSwitchingTransport(open: () => Promise<HttpTransport>): SwitchingTransport {
  const paths = new Set<OpenedPath>();
  let current: OpenedPath | undefined;
  let closed = false;

  async function end(path: OpenedPath): Promise<void> {
    paths.delete(path);
    const transport = await path.transport.catch(() => undefined);
    await transport?.close();
  }

  function retire(path: OpenedPath): void {
    path.retired = true;
    if (current === path) current = undefined;
    if (path.busy === 0) void end(path);
  }

  function openPath(): OpenedPath {
    const path: OpenedPath = { transport: open(), busy: 0, retired: false };
    path.transport.catch(() => retire(path));
    paths.add(path);
    current = path;
    return path;
  }

  return {
    async send(request) {
      if (closed) throw new TransportError('aborted', false);
      const path = current ?? openPath();
      path.busy += 1;
      try {
        return await (await path.transport).send(request);
      } finally {
        path.busy -= 1;
        if (path.retired && path.busy === 0) void end(path);
      }
    },
    renew() {
      if (current) retire(current);
    },
    async close() {
      closed = true;
      current = undefined;
      await Promise.all([...paths].map(end));
    },
  };
}

import { Socket } from 'node:net';

/**
 * Cuts this process off, as a pulled cable does: what is open breaks, what is new cannot be reached.
 * Sockets of the file system (a bus, an agent) are not the network. Returns the switch.
 */
export function createNetworkSwitch(): (online: boolean) => void {
  const open = new Set<Socket>();
  let online = true;
  const connect = Reflect.get(Socket.prototype, 'connect') as (...values: unknown[]) => Socket;

  Reflect.set(Socket.prototype, 'connect', function (this: Socket, ...values: unknown[]) {
    const [first] = values.flat();
    const local =
      typeof first === 'object' && first !== null && typeof Reflect.get(first, 'path') === 'string';
    if (local) return Reflect.apply(connect, this, values);
    if (!online) {
      const error = Object.assign(new Error('connect ENETUNREACH'), {
        code: 'ENETUNREACH',
        syscall: 'connect',
      });
      process.nextTick(() => this.destroy(error));
      return this;
    }
    open.add(this);
    this.once('close', () => open.delete(this));
    return Reflect.apply(connect, this, values);
  });

  return (next) => {
    online = next;
    if (online) return;
    for (const socket of open) {
      socket.destroy(Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' }));
    }
  };
}

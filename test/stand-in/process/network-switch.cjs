const { Socket } = require('node:net');

/**
 * Cuts this process off, as a pulled cable does: what is open breaks, what is new cannot be reached.
 * Sockets of the file system (a bus, an agent) are not the network. Returns the switch.
 *
 * CommonJS, because Electron is made to load it before the program, which is only done by `require`.
 *
 * @returns {(online: boolean) => void}
 */
function createNetworkSwitch() {
  /** @type {Set<Socket>} */
  const open = new Set();
  let online = true;
  /** @type {(...values: unknown[]) => Socket} */
  const connect = Reflect.get(/** @type {object} */ (Socket.prototype), 'connect');

  Reflect.set(
    Socket.prototype,
    'connect',
    /** @this {Socket} @param {unknown[]} values */
    function (...values) {
      const [first] = values.flat();
      const local =
        typeof first === 'object' &&
        first !== null &&
        typeof Reflect.get(first, 'path') === 'string';
      if (local) return Reflect.apply(connect, this, values);
      if (!online) {
        const error = fault('ENETUNREACH', 'connect');
        process.nextTick(() => this.destroy(error));
        return this;
      }
      open.add(this);
      this.once('close', () => open.delete(this));
      return Reflect.apply(connect, this, values);
    },
  );

  return (next) => {
    online = next;
    if (online) return;
    for (const socket of open) socket.destroy(fault('ECONNRESET', 'read'));
  };
}

/**
 * @param {string} code
 * @param {string} syscall
 */
function fault(code, syscall) {
  return Object.assign(new Error(`${syscall} ${code}`), { code, syscall });
}

exports.createNetworkSwitch = createNetworkSwitch;

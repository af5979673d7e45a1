/**
 * Whether a protocol's key is for one device: two that use it take the connection from each other
 * in turns, because the server knows one address of a WireGuard peer at a time. So a check takes it
 * from the device that uses it.
 */
export function isKeyOfOneDevice(protocol: string): boolean {
  return protocol === 'wg' || protocol.startsWith('amnezia-wg');
}

/** The longest name of a device that a key went to, characters, and how many a connection has. */
export const maxDeviceName = 32;
export const maxKeyDevices = 8;

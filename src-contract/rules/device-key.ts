/** Whether two devices with the key take the connection from each other, and a check takes it too. */
export function isKeyOfOneDevice(protocol: string): boolean {
  return protocol === 'wg' || protocol.startsWith('amnezia-wg');
}

/** The longest name of a device that a key went to, characters, and how many a connection has. */
export const maxDeviceName = 32;
export const maxKeyDevices = 8;

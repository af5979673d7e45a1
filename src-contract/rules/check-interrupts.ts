const oneClient: ReadonlySet<string> = new Set(['wg', 'amnezia-wg-2']);

/**
 * Whether a check of this protocol may interrupt another device: a WireGuard server sends to its
 * latest client, so the check takes the tunnel from the device that uses it.
 */
export function checkInterrupts(protocol: string): boolean {
  return oneClient.has(protocol);
}

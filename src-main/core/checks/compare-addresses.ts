import type { DnsComparison } from '#contract/check-result.ts';

/** `other`: none in common; `undefined` where the sides have only different versions. */
export function compareAddresses(
  network: readonly string[],
  encrypted: readonly string[],
): DnsComparison | undefined {
  if (network.length === 0 || encrypted.length === 0) {
    return network.length === encrypted.length ? 'same' : 'other';
  }
  const spelled = new Set(encrypted.map(canonical));
  if (network.some((address) => spelled.has(canonical(address)))) return 'same';
  const isComparable = network.some((one) =>
    encrypted.some((other) => isSix(one) === isSix(other)),
  );
  return isComparable ? 'other' : undefined;
}

const isSix = (address: string) => address.includes(':');

/** One spelling for each address. */
function canonical(address: string): string {
  const url = isSix(address) ? URL.parse(`http://[${address}]`) : null;
  return url?.hostname ?? address;
}

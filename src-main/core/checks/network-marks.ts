import { createHmac } from 'node:crypto';
import { z } from 'zod';
import type { Random } from '#core/kernel/ports.ts';
import type { SealedVault } from '#core/kernel/vault/sealed-vault.ts';

const keyBytes = 32;

/** Marks networks by a random key of the account, so that a mark tells nothing of its network. */
export function createNetworkMarks(vault: SealedVault, random: Pick<Random, 'bytes'>) {
  let key: string | undefined;
  let last = { network: '', mark: '' };

  function secret(): string {
    key ??= vault.read('checks', 'network-key', z.string());
    if (key === undefined) {
      key = Buffer.from(random.bytes(keyBytes)).toString('base64');
      vault.write([{ purpose: 'checks', name: 'network-key', value: key }]);
    }
    return key;
  }

  /** @param network as `SystemNetwork` identifies it, while it is known */
  return (network: string | undefined): string | undefined => {
    if (network === undefined) return undefined;
    if (last.network !== network) {
      last = { network, mark: createHmac('sha256', secret()).update(network).digest('base64') };
    }
    return last.mark;
  };
}

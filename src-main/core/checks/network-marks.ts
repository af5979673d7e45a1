import { createHmac } from 'node:crypto';
import { z } from 'zod';
import type { Random } from '#core/kernel/ports.ts';
import type { SealedVault } from '#core/kernel/vault/sealed-vault.ts';

const keyBytes = 32;

/** A random key of the account makes the marks, so one tells nothing of its network. */
export class NetworkMarks {
  readonly #vault: SealedVault;
  readonly #random: Pick<Random, 'bytes'>;
  #key: string | undefined;
  #last = { network: '', mark: '' };

  constructor(vault: SealedVault, random: Pick<Random, 'bytes'>) {
    this.#vault = vault;
    this.#random = random;
  }

  /** @param network as `SystemNetwork` identifies it, while it is known */
  of(network: string | undefined): string | undefined {
    if (network === undefined) return undefined;
    if (this.#last.network !== network) {
      const mark = createHmac('sha256', this.#secret()).update(network).digest('base64');
      this.#last = { network, mark };
    }
    return this.#last.mark;
  }

  #secret(): string {
    this.#key ??= this.#vault.read('checks', 'network-key', z.string());
    if (this.#key === undefined) {
      this.#key = Buffer.from(this.#random.bytes(keyBytes)).toString('base64');
      this.#vault.write([{ purpose: 'checks', name: 'network-key', value: this.#key }]);
    }
    return this.#key;
  }
}

import type { Result } from '#contract/failure.ts';
import type { PurchaseEndpoint } from '#contract/api/index.ts';
import type { PurchaseEntry, PurchaseStarted } from '#contract/ipc/purchase-journal.ts';
import { createMemoryVault } from '#core/vault/memory-vault.ts';
import { createSealedVault } from '#core/vault/sealed-vault.ts';
import type { Vault } from '#core/ports.ts';
import { seededRandom } from '#test/core/fakes.ts';
import { createVirtualTime } from '#test/simulator/virtual-time.ts';
import { startDevice, type DeviceOptions, type Run, type Weather } from './device.ts';
import { createInProcessService, type OtherInput } from './in-process-service.ts';

/** Longer than any request may take, and so until everything is decided. */
export const untilDecided = 70_000;

export const config = { location_id: 1, protocol: 'vless', tariff_id: 10_101 } as const;
export const body = { body: config };

/** A device with its person and the service, on time that passes when told to. */
export function createDesk(given: Partial<DeviceOptions> & { readonly vault?: Vault } = {}) {
  const time = createVirtualTime(() => service.isBusy());
  const service = createInProcessService(time.clock);
  const vault = given.vault ?? createMemoryVault();
  const weather: { purchase: Weather; reads: Weather } = { purchase: {}, reads: {} };
  /** Rows of the journal, as often as their requests left. */
  const left: PurchaseEndpoint[] = [];
  const opened: string[] = [];
  const copied: string[] = [];
  let tickets = 0;

  function open(): Run {
    return startDevice({
      service,
      clock: time.clock,
      vault,
      opened,
      copied,
      weather: (request, isPurchase) => {
        const row = service.rowOf(request);
        if (row) left.push(row);
        return isPurchase ? weather.purchase : weather.reads;
      },
      ...given,
    });
  }
  let run = open();

  return {
    service,
    vault,
    weather,
    left,
    opened,
    copied,
    pass: (ms: number) => time.run(ms),
    get purchases() {
      return run.purchases;
    },
    /** Kills the program and starts it again. */
    restart() {
      run.kill();
      run = open();
    },
    kill() {
      run.kill();
    },
    /** A person's word; not waited for. */
    say(row: PurchaseEndpoint, input: OtherInput, ticket = `a ticket ${String((tickets += 1))}`) {
      return run.purchases.submit({ ticket, endpoint: row, input });
    },
    /** A person's word, and the time until its answer is here or lost. */
    async buy(row: PurchaseEndpoint, input: OtherInput, ticket?: string) {
      const word = this.say(row, input, ticket);
      await time.run(2_000);
      return word;
    },
    /** The only entry there is. */
    entry(): PurchaseEntry {
      const [entry, ...more] = run.purchases.list().entries;
      if (!entry || more.length > 0) throw new Error('there is not exactly one entry');
      return entry;
    },
    reveal(secret: Parameters<typeof run.purchases.reveal>[1]): string | undefined {
      const text = run.purchases.reveal(this.entry().id, secret);
      return text.ok ? text.value.text : undefined;
    },
  };
}

/** The records of a desk, as they are sealed. */
export function recordsOf(vault: Vault) {
  const key = new Uint8Array(32).fill(7);
  return createSealedVault({ vault, account: 'a', key, random: seededRandom(99) });
}

/** The entry that a word was answered with. */
export function entryOf(result: Result<PurchaseStarted>): PurchaseEntry {
  if (!result.ok) throw new Error(JSON.stringify(result.failure));
  return result.value.entry;
}

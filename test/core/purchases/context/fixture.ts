import { z } from 'zod';
import type { Result } from '#contract/failure.ts';
import type { PurchaseEndpoint } from '#contract/api/index.ts';
import type { PurchaseEntry, PurchaseStarted } from '#contract/ipc/purchase-journal.ts';
import { createMemoryVault } from '#core/kernel/vault/memory-vault.ts';
import type { Vault } from '#core/kernel/ports.ts';
import { sealedOver } from '#test/core/fakes.ts';
import { createVirtualTime } from '#test/simulator/virtual-time.ts';
import { startDevice, type DeviceOptions, type Run, type RequestFaults } from './device.ts';
import { createInProcessService, type OtherInput } from './in-process-service.ts';

/** Longer than any request may take, and so until everything is decided. */
export const untilDecided = 70_000;

export const config = { location_id: 1, protocol: 'vless', tariff_id: 10_101 } as const;
export const body = { body: config };

/** A device with its user and the service, on virtual time. */
export function createFixture(given: Partial<DeviceOptions> & { readonly vault?: Vault } = {}) {
  const time = createVirtualTime(() => service.isBusy());
  const service = createInProcessService(time.clock);
  const vault = given.vault ?? createMemoryVault();
  const requestFaults: { purchase: RequestFaults; reads: RequestFaults } = {
    purchase: {},
    reads: {},
  };
  /** The purchase endpoints whose requests left, in order. */
  const sent: PurchaseEndpoint[] = [];
  const opened: string[] = [];
  let tickets = 0;
  let runs = 0;

  function open(): Run {
    return startDevice({
      service,
      clock: time.clock,
      vault,
      opened,
      requestFaults: (request, isPurchase) => {
        const endpoint = service.endpointOf(request);
        if (endpoint) sent.push(endpoint);
        return isPurchase ? requestFaults.purchase : requestFaults.reads;
      },
      // Two runs make no two entries of one id.
      seed: (runs += 1),
      ...given,
    });
  }
  let run = open();

  return {
    service,
    vault,
    requestFaults,
    sent,
    opened,
    pass: (ms: number) => time.run(ms),
    clock: time.clock,
    get batches() {
      return run.batches;
    },
    get purchases() {
      return run.purchases;
    },
    restart() {
      run.kill();
      run = open();
    },
    kill: () => run.kill(),
    /** A user's command to buy; not waited for. */
    submit(
      endpoint: PurchaseEndpoint,
      input: OtherInput,
      ticket = `a ticket ${String((tickets += 1))}`,
    ) {
      return run.purchases.submit({ ticket, endpoint, input });
    },
    /** A command to buy, and the time until its answer is here or lost. */
    async buy(endpoint: PurchaseEndpoint, input: OtherInput, ticket?: string) {
      const answer = this.submit(endpoint, input, ticket);
      await time.run(2_000);
      return answer;
    },
    /** The word to send the only entry again, and the time until its answer is here or lost. */
    async retry(input?: OtherInput) {
      const { id, attempts } = this.entry();
      const answer = run.purchases.retry({ id, attempts, ...(input && { input }) });
      await time.run(2_000);
      return answer;
    },
    /** A command to buy that is answered, after which nothing can be read. */
    async buyUnread(endpoint: PurchaseEndpoint, input: OtherInput) {
      requestFaults.purchase = { back: 3_000 };
      void this.submit(endpoint, input);
      await time.run(2_900);
      requestFaults.reads = { offline: true };
      await time.run(1_000);
    },
    /** The only entry there is. */
    entry(): PurchaseEntry {
      const [entry, ...more] = run.purchases.list().entries;
      if (!entry || more.length > 0) throw new Error('there is not exactly one entry');
      return entry;
    },
    /** What is stored of what there was before the only entry. */
    baseline(): unknown {
      return sealedOver(vault).read('purchase-baselines', this.entry().id, z.unknown());
    },
    reveal(secret: Parameters<typeof run.purchases.held>[1]): string | undefined {
      const text = run.purchases.held(this.entry().id, secret);
      return text.ok ? text.value : undefined;
    },
  };
}

/** The service sells everything for ten times as much from now on. */
export function raisePrices({ service }: ReturnType<typeof createFixture>): void {
  const rule = { type: 'all', product_title: 'Everything', percent: 900, comment: null };
  service.account.pricing_rules.push(rule);
}

export function entryOf(result: Result<PurchaseStarted>): PurchaseEntry {
  if (!result.ok) throw new Error(JSON.stringify(result.failure));
  return result.value.entry;
}

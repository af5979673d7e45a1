import { randomUUID } from 'node:crypto';
import type { PurchaseEndpoint } from '#contract/api/index.ts';
import type { PurchaseEntry } from '#contract/ipc/purchase-journal.ts';
import type { FaultKind } from '#service/faults.ts';
import type { MainProcess } from '#test/renderer/window/main-process.ts';

/** Buys something, with these faults of the service on the way; answers its entry of the journal. */
export async function buy(
  main: MainProcess,
  endpoint: PurchaseEndpoint,
  body?: unknown,
  ...faults: readonly FaultKind[]
): Promise<PurchaseEntry> {
  // Some endpoints take one request a second.
  await main.advance(1000);
  main.service.setFaults(faults.map((fault) => `${endpoint}:${fault}:1:1`));
  const input = body === undefined ? {} : { body };
  const { entry } = await main.ask('purchases.submit', { ticket: randomUUID(), endpoint, input });
  return entry;
}

/** Waits until the fate of a purchase whose answer was lost is decided. */
export const decide = (main: MainProcess): Promise<void> => main.advance(61_000);

const config = (location_id: number) => ({ location_id, protocol: 'vless' });

/** A purchase that left no trace, and one of which another device's purchase cannot be told apart. */
export async function leaveInDoubt(main: MainProcess): Promise<void> {
  await buy(main, 'configs.create', config(3), 'drop-after');
  await main.otherDevice('configs.create', config(3));
  await decide(main);
  const server = { location_id: 8, tariff_config_id: 1 };
  await buy(main, 'cloudServers.create', server, 'drop-before');
  await decide(main);
}

/** An entry of the journal in every state that an account can bring about. */
export async function reachEveryState(main: MainProcess): Promise<void> {
  main.service.setBalance({ balance: 20_000 });
  const stopped = await buy(main, 'balance.topup', { amount: 300, payment_method_id: 2 });
  await main.ask('purchases.openLink', { id: stopped.id });
  await main.ask('purchases.stopWaiting', { id: stopped.id });
  await buy(main, 'configs.create', { ...config(5), payment_method_id: 2 }, 'drop-after');
  await decide(main);
  await buy(main, 'paidOptions.create', { paid_option_id: 2 }, 'drop-after');
  await decide(main);
  await buy(main, 'configs.create', config(2));
  await buy(main, 'apiKeys.create', { name: 'Laptop' }, 'drop-after');
  await decide(main);
  const ordered = main.account.cloud_servers.at(-1)?.id;
  await buy(main, 'cloudServers.renew', { server_id: ordered, days: 30 });
  await buy(main, 'configs.create', { as_key: true });
  await buy(main, 'balance.topup', { amount: 500, payment_method_id: 1 });
  await leaveInDoubt(main);
  await buy(main, 'paidOptions.create', { paid_option_id: 1 }, 'drop-after');
}

/** Entries that hold what is shown once, one of them more than one thing. */
export async function keepSecrets(main: MainProcess): Promise<void> {
  const name = 'A name of sixty-four characters that somebody thought was a good';
  await buy(main, 'apiKeys.create', { name }, 'drop-after');
  await main.otherDevice('apiKeys.create', { name });
  await decide(main);
  await buy(main, 'configs.create', config(2), 'bad-json');
  await decide(main);
  await buy(main, 'xray.createKeys');
}

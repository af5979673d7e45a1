import { api } from '#contract/api/index.ts';
import { noPayment } from '#core/purchases/match.ts';
import { resource, type ResourceReader, type Snapshot } from '#core/purchases/snapshot.ts';
import { ok } from '#contract/failure.ts';
import { describePurchase, waitingForLink } from './product.ts';

/** The connection as a resource: `1` while a messenger is connected. */
const readConnection: ResourceReader = async (read) => {
  const connected = await read('messenger.connection', {});
  return connected.ok ? ok([resource(connected.value ? 1 : 0, null, {})]) : connected;
};

export function isMessengerConnected(snapshot: Snapshot | undefined): boolean {
  return snapshot?.resources[0]?.key === '1';
}

export const messengerLink = describePurchase(api['messenger.connect'], {
  queue: 'harmless',
  spends: false,
  product: () => 'messenger',
  snapshot: () => ({ resources: readConnection }),
  expectedEffect: () => noPayment,
  interpret: (link) => waitingForLink('messenger-link', link),
  match: null,
  lateSearch: false,
  linkUse: 'messenger',
});

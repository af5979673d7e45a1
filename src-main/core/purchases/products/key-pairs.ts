import { api } from '#contract/api/index.ts';
import { noPayment } from '#core/purchases/match.ts';
import { describePurchase } from './product.ts';

export const keyPairCreation = describePurchase(api['xray.createKeys'], {
  queue: 'harmless',
  spends: false,
  product: () => 'key pair',
  snapshot: () => ({ payments: false, balance: null, resources: null }),
  expectedEffect: () => noPayment,
  interpret: ({ private_key, public_key }) => ({
    secrets: { 'private-key': private_key, 'public-key': public_key },
  }),
  match: null,
  lateSearch: false,
});

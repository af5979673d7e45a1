import type { PurchaseEndpoint } from '#contract/api/index.ts';
import { keys } from './keys.ts';
import { messengerLink } from './messenger.ts';
import { paidProducts } from './paid-products.ts';
import type { PurchaseDescriptor } from './product.ts';
import { withdrawals } from './withdrawals.ts';

export const descriptors: Readonly<Record<PurchaseEndpoint, PurchaseDescriptor>> = {
  ...paidProducts,
  ...withdrawals,
  ...keys,
  'messenger.connect': messengerLink,
};

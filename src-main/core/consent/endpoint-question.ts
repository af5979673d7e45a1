import { z } from 'zod';
import { api, type EndpointId } from '#contract/api/index.ts';
import type { PurchasedProduct } from '#contract/ipc/purchase-journal.ts';
import type { Account } from '#core/accounts/account.ts';
import type { ConsentQuestion } from './question.ts';

/** Enabling auto-renewal spends money later without another question. */
const renewing: Partial<Record<EndpointId, PurchasedProduct>> = {
  'configs.setAutoRenewal': 'config',
  'cloudServers.setAutoRenewal': 'cloud-server',
  'paidOptions.setAutoRenewal': 'paid-option',
};

const TurnedOn = z.object({
  path: z.object({ id: z.number().optional(), config_id: z.number().optional() }),
  body: z.object({ enabled: z.literal(true), days: z.number() }),
});

/**
 * What the user is asked before the window's call of an exposed endpoint is sent; `null` for
 * nothing. An input that the endpoint refuses is not asked about.
 */
export function endpointQuestion(
  account: Pick<Account, 'nameOf'>,
  id: EndpointId,
  input: unknown,
): ConsentQuestion | null {
  const product = renewing[id];
  if (product === undefined || !api[id].input.safeParse(input).success) return null;
  const turnedOn = TurnedOn.safeParse(input);
  if (!turnedOn.success) return null;
  const { path, body } = turnedOn.data;
  const subject = account.nameOf(product, path.config_id ?? path.id);
  return { kind: 'auto-renewal', product, subject, days: body.days };
}

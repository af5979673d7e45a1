import { z } from 'zod';
import { endpoint, forWindow, payment } from '#contract/endpoint.ts';
import { flagFields, refineFlags } from '#contract/rules/flags.ts';
import {
  ActivationKey,
  afterPayment,
  afterRenewal,
  paymentFields,
  PaymentLink,
} from '#contract/purchase.ts';
import { CreatedVpnConfig } from '#contract/records/configs.ts';
import { ConfigPaymentMethod, RenewedConfig } from '#contract/records/shared.ts';
import { Id, Protocol } from '#contract/values.ts';

const CreateBody = z
  .strictObject({
    location_id: Id.optional(),
    protocol: Protocol.optional(),
    /** Preferred server; chosen automatically when absent. */
    server_id: Id.optional(),
    ...paymentFields,
    tariff_id: Id.optional(),
    ...flagFields,
    as_key: z.boolean().optional(),
  })
  .superRefine((body, context) => {
    if (body.as_key === true) return;
    for (const field of ['location_id', 'protocol'] as const) {
      if (body[field] !== undefined) continue;
      const rule = 'required-unless-as-key';
      context.addIssue({ code: 'custom', path: [field], message: rule, params: { rule } });
    }
  })
  .superRefine(refineFlags);

/** Specification, part 2, VPN configurations: buying and renewing. */
export const configPurchases = {
  'configs.tariffs': endpoint({
    ...forWindow.read,
    path: '/configs/tariffs',
    data: z.array(ConfigPaymentMethod),
  }),
  'configs.create': endpoint({
    ...payment,
    path: '/configs',
    body: CreateBody,
    data: z.union([CreatedVpnConfig, ActivationKey, PaymentLink]),
    answerSize: 'medium',
    statuses: [201],
    consent: { kind: 'purchase', product: 'config', action: 'buy' },
    makesStale: [
      'configs.list',
      'configs.availableServers',
      'customSubscriptions.availableItems',
      ...afterPayment,
    ],
    secrets: ['connection_url', 'promocode'],
  }),
  'configs.renew': endpoint({
    ...payment,
    path: '/configs/renewal/:config_id',
    body: z.strictObject({ ...paymentFields, tariff_id: Id.optional() }),
    data: z.union([RenewedConfig, PaymentLink]),
    statuses: [201],
    consent: { kind: 'purchase', product: 'config', action: 'renew' },
    makesStale: ['configs.list', ...afterRenewal],
  }),
};

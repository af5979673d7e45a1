import { z } from 'zod';
import { endpoint, forMain, forWindow, limited, payment } from '#contract/endpoint.ts';
import { afterPayment, afterRenewal, paymentFields, PaymentLink } from '#contract/purchase.ts';
import {
  CloudLocation,
  CloudRenewal,
  CloudServer,
  CloudTariff,
} from '#contract/records/cloud-servers.ts';
import { AutoRenewal, ServerStatistics } from '#contract/records/shared.ts';
import { AutoRenewalBody, Hostname, Id } from '#contract/values.ts';

/** Specification, part 2, Cloud servers: the servers themselves. */
export const cloudServers = {
  'cloudServers.list': endpoint({
    ...forWindow.read,
    path: '/cloud-servers',
    data: z.array(CloudServer),
    answerSize: 'large',
  }),
  'cloudServers.locations': endpoint({
    ...forWindow.read,
    path: '/cloud-servers/locations',
    data: z.array(CloudLocation),
  }),
  'cloudServers.tariffs': endpoint({
    ...forWindow.read,
    path: '/cloud-servers/tariffs',
    data: z.array(CloudTariff),
  }),
  'cloudServers.serverStats': endpoint({
    ...forMain.read,
    path: '/cloud-servers/:id/serverStats',
    ...limited(3, 5),
    data: ServerStatistics,
    answerSize: 'medium',
  }),
  'cloudServers.create': endpoint({
    ...payment,
    path: '/cloud-servers',
    ...limited(1, 5),
    body: z.strictObject({
      location_id: Id,
      tariff_config_id: Id.optional(),
      ...paymentFields,
      tariff_id: Id.optional(),
      hostname: Hostname.optional(),
    }),
    /** The server, whose status is `ordered`, or the address to pay at. */
    data: z.union([CloudServer, PaymentLink]),
    answerSize: 'medium',
    statuses: [201],
    consent: { kind: 'purchase', product: 'server', action: 'buy' },
    makesStale: ['cloudServers.list', ...afterPayment],
  }),
  /** 200 when renewed, and `renewed` can be false even so; 201 when payment is required. */
  'cloudServers.renew': endpoint({
    ...payment,
    path: '/cloud-servers/renewal',
    ...limited(1, 5),
    body: z.strictObject({ ...paymentFields, server_id: Id, days: z.int().optional() }),
    data: z.union([CloudRenewal, PaymentLink]),
    statuses: [200, 201],
    consent: { kind: 'purchase', product: 'server', action: 'renew' },
    makesStale: ['cloudServers.list', ...afterRenewal],
  }),
  /** Starts after about 3 seconds; the server is then unreachable for about 1 to 2 minutes. */
  'cloudServers.reboot': endpoint({
    ...forWindow.setting,
    method: 'POST',
    path: '/cloud-servers/:id/reboot',
    ...limited(1, 30),
    data: z.object({ success: z.boolean() }),
    reboots: true,
    makesStale: ['cloudServers.list', 'cloudServers.serverStats'],
    errors: [1, 3],
  }),
  'cloudServers.setAutoRenewal': endpoint({
    ...forWindow.setting,
    path: '/cloud-servers/:id/auto-renewal',
    body: AutoRenewalBody,
    data: AutoRenewal,
    consent: { kind: 'auto-renewal', product: 'server' },
    makesStale: ['cloudServers.list'],
  }),
};

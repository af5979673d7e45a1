import type { cloudServers as endpoints } from '#contract/api/cloud-servers/cloud-servers.ts';
import { CloudServer, CloudTariff } from '#contract/records/cloud-servers.ts';
import { findCloudServer } from '#service/store/find.ts';
import { createCloudServer, findCloudProduct, renew, setRenewal } from '#service/store/orders.ts';
import { purchase } from '#service/store/purchase.ts';
import { known, refuse } from '#service/store/refusal.ts';
import { cloudServerOnline } from '#service/store/settle.ts';
import type { CloudServerRecord } from '#service/store/records/owned.ts';
import { findLocation, locations } from '#service/catalog/locations.ts';
import { statisticsOf } from '#service/catalog/statistics.ts';
import { cloudProducts } from '#service/catalog/tariffs.ts';
import { listedFields, type HandlersOf } from '#service/handlers/handler.ts';
import { locationFields } from '#service/handlers/locations.ts';
import { paymentMethods } from '#service/handlers/payment-methods.ts';

function serverView(server: CloudServerRecord, now: number): CloudServer {
  return { ...listedFields(CloudServer, server), is_online: cloudServerOnline(server, now) };
}

export const cloudServerHandlers: HandlersOf<typeof endpoints> = {
  'cloudServers.list': ({ store, account }) => ({
    data: account.cloud_servers.map((server) => serverView(server, store.now())),
  }),

  'cloudServers.locations': ({ language }) => ({
    data: locations.flatMap((location) => {
      const { cloud } = location;
      if (cloud === null) return [];
      const fields = locationFields(location, language);
      return {
        ...fields,
        caption: cloud.captioned ? fields.caption : null,
        server_type: cloud.server_type,
        available_tariff_config_ids: [...cloud.available_tariff_config_ids],
      };
    }),
  }),

  'cloudServers.tariffs': (call) => ({
    data: cloudProducts.map((product) => ({
      ...listedFields(CloudTariff, product),
      payment_methods: paymentMethods(call, product),
    })),
  }),

  'cloudServers.serverStats': ({ store, account }, { path: { id } }) => {
    const server = findCloudServer(account, id);
    if (server.url === null) throw refuse('BAD_REQUEST', 'the cloud server is not active');
    const measured = {
      key: `cloud-${String(server.id)}`,
      host: server.url,
      up: cloudServerOnline(server, store.now()),
      cpu_model: 'AMD EPYC 9354P 32-Core Processor',
    };
    return { data: statisticsOf(measured, store.nowMs()) };
  },

  'cloudServers.create': ({ store, account }, { body }) => {
    const offer = findLocation(body.location_id)?.cloud ?? null;
    if (offer === null) throw refuse('BAD_REQUEST', 'no cloud servers at this location');
    const { location_id, tariff_config_id = offer.available_tariff_config_ids[0] ?? 1 } = body;
    if (!offer.available_tariff_config_ids.includes(tariff_config_id)) {
      throw refuse('BAD_REQUEST', 'the tariff configuration is not offered at this location');
    }
    const order = { location_id, tariff_config_id, hostname: body.hostname ?? null };
    const auto_renewal = body.enable_auto_renewal;
    return {
      data: purchase(store, account, {
        product: findCloudProduct(tariff_config_id),
        choice: body,
        type: 'cloud_server',
        carryOut: (days) =>
          serverView(createCloudServer(store, account, order, { days, auto_renewal }), store.now()),
      }),
    };
  },

  'cloudServers.renew': ({ store, account }, { body }) => {
    const server = findCloudServer(account, body.server_id);
    // Nothing to renew before it is handed over: nothing is taken either.
    if (server.status !== 'active') {
      return { status: 200, data: { renewed: false, expires_at: server.expires_at } };
    }
    const auto_renewal = body.enable_auto_renewal;
    const data = purchase(store, account, {
      product: findCloudProduct(server.tariff_config_id),
      choice: body,
      type: 'renewal',
      carryOut: (days) => {
        const { expires_at } = renew(store, server, { days, auto_renewal });
        return { renewed: true, expires_at };
      },
    });
    return { status: 'link' in data ? 201 : 200, data };
  },

  'cloudServers.reboot': ({ store, account }, { path: { id } }) => {
    const server = findCloudServer(account, id);
    if (server.status !== 'active' || server.url === null) throw known(3);
    server.rebooted_at = store.now();
    return { data: { success: true } };
  },

  'cloudServers.setAutoRenewal': ({ account }, { path: { id }, body }) => ({
    data: setRenewal(findCloudServer(account, id), body),
  }),
};

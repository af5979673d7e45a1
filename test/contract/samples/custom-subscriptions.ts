import { byId, noInput, titles, type SamplesOf } from './sample.ts';

const item = { item_type: 'user_config', item_reference_id: 1 } as const;

export const customSubscriptionsSamples: SamplesOf<'customSubscriptions'> = {
  'customSubscriptions.list': noInput,
  'customSubscriptions.availableItems': noInput,
  'customSubscriptions.get': byId,
  'customSubscriptions.create': {
    good: { body: { title: 'Family', items: [item] } },
    bad: { body: { title: 'Family', items: [] } },
  },
  'customSubscriptions.setTitle': {
    good: { path: { id: 1 }, body: titles.good },
    bad: { path: { id: 1 }, body: { title: null } },
  },
  'customSubscriptions.setItems': {
    good: {
      path: { id: 1 },
      body: {
        items: [{ item_type: 'paid_option_index', item_reference_id: 1, item_index: 0 }, item],
      },
    },
    bad: { path: { id: 1 }, body: { items: [{ ...item, item_index: 21 }] } },
  },
  'customSubscriptions.resetKey': byId,
  'customSubscriptions.delete': byId,
  'customSubscriptions.encryptedLink': byId,
  'customSubscriptions.templateSettings': byId,
  'customSubscriptions.setTemplateSettings': {
    good: { path: { id: 1 }, body: { enabled: true } },
    bad: { path: { id: 1 }, body: { enabled: 1 } },
  },
  'customSubscriptions.template': byId,
  'customSubscriptions.setTemplate': {
    good: { path: { id: 1 }, body: { template: '{"outbounds":[]}' } },
    bad: { path: { id: 1 }, body: { template: { outbounds: [] } } },
  },
  'customSubscriptions.resetTemplate': byId,
  'customSubscriptions.devices': {
    good: { path: { id: 1 }, query: { page: 1, limit: 100 } },
    bad: { path: { id: 1 }, query: { page: 0 } },
  },
  'customSubscriptions.deviceSettings': byId,
  'customSubscriptions.setDeviceSettings': {
    good: { path: { id: 1 }, body: { block_unknown_devices: true, device_limit: 5 } },
    bad: { path: { id: 1 }, body: { device_limit: null } },
  },
  'customSubscriptions.setDeviceBlocked': {
    good: { path: { id: 1, deviceId: 1 }, body: { is_blocked: true } },
    bad: { path: { id: 1, deviceId: 1 }, body: {} },
  },
  'customSubscriptions.deleteDevice': { good: { path: { id: 1, deviceId: 1 } }, bad: byId.good },
  'customSubscriptions.deleteAllDevices': byId,
};

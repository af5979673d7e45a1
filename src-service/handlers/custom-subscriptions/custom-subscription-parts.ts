import type { customSubscriptionParts as endpoints } from '#contract/api/custom-subscriptions/custom-subscription-parts.ts';
import { findSubscription } from '#service/store/find.ts';
import { known, refuse } from '#service/store/refusal.ts';
import type { Account } from '#service/store/state.ts';
import { done, type HandlersOf } from '#service/handlers/handler.ts';
import { pageOf } from '#service/handlers/paging.ts';

const defaultTemplate = JSON.stringify(
  {
    log: { loglevel: 'warning' },
    inbounds: [{ tag: 'socks', protocol: 'socks', listen: '127.0.0.1', port: 10808 }],
    outbounds: [
      { tag: 'proxy', protocol: 'vless' },
      { tag: 'direct', protocol: 'freedom' },
      { tag: 'block', protocol: 'blackhole' },
    ],
    routing: { domainStrategy: 'IPIfNonMatch', rules: [] },
  },
  null,
  2,
);

function findDevice(account: Account, id: number, deviceId: number) {
  const device = findSubscription(account, id).devices.find(({ id: own }) => own === deviceId);
  if (device === undefined) throw known(40);
  return device;
}

function checkJson(text: string): void {
  try {
    JSON.parse(text);
  } catch {
    throw refuse('BAD_REQUEST', 'the template is not JSON');
  }
}

export const customSubscriptionPartHandlers: HandlersOf<typeof endpoints> = {
  'customSubscriptions.templateSettings': ({ account }, { path: { id } }) => ({
    data: { enabled: findSubscription(account, id).template_enabled },
  }),

  'customSubscriptions.setTemplateSettings': ({ account }, { path: { id }, body: { enabled } }) => {
    findSubscription(account, id).template_enabled = enabled;
    return { data: { enabled } };
  },

  'customSubscriptions.template': ({ account }, { path: { id } }) => ({
    data: findSubscription(account, id).template ?? defaultTemplate,
  }),

  'customSubscriptions.setTemplate': ({ account }, { path: { id }, body: { template } }) => {
    const subscription = findSubscription(account, id);
    checkJson(template);
    subscription.template = template;
    return done;
  },

  'customSubscriptions.resetTemplate': ({ account }, { path: { id } }) => {
    findSubscription(account, id).template = null;
    return done;
  },

  'customSubscriptions.devices': ({ account }, { path: { id }, query }) => ({
    data: pageOf(findSubscription(account, id).devices, query),
  }),

  'customSubscriptions.deviceSettings': ({ account }, { path: { id } }) => ({
    data: findSubscription(account, id).device_settings,
  }),

  'customSubscriptions.setDeviceSettings': ({ account }, { path: { id }, body }) => ({
    data: Object.assign(findSubscription(account, id).device_settings, body),
  }),

  'customSubscriptions.setDeviceBlocked': ({ account }, { path, body: { is_blocked } }) => {
    findDevice(account, path.id, path.deviceId).is_blocked = is_blocked;
    return done;
  },

  'customSubscriptions.deleteDevice': ({ account }, { path }) => {
    const device = findDevice(account, path.id, path.deviceId);
    const subscription = findSubscription(account, path.id);
    subscription.devices = subscription.devices.filter((other) => other !== device);
    return done;
  },

  'customSubscriptions.deleteAllDevices': ({ account }, { path: { id } }) => {
    const subscription = findSubscription(account, id);
    const deleted_count = subscription.devices.length;
    subscription.devices = [];
    return { data: { deleted_count } };
  },
};

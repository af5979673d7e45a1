import { computed, ref, shallowRef, toValue, watch, type MaybeRefOrGetter, type Ref } from 'vue';
import { pageOfDevices } from '#contract/constants.ts';
import type { DeviceOwner } from '#contract/ipc/batches.ts';
import { fail, ok, type Failure, type Result } from '#contract/failure.ts';
import type {
  AccountDevice,
  DeviceSettings,
  SubscriptionDevice,
} from '#contract/records/devices.ts';
import { send } from '#renderer/lib/ipc.ts';
import { visible } from '#renderer/lib/texts/connection-text.ts';
import { useSessionStore } from '#renderer/lib/stores/session.ts';
import { useEndpointQuery, type QueryState } from '#renderer/lib/queries/use-endpoint-query.ts';

const { limit: pageSize } = pageOfDevices;

export interface DeviceLine {
  readonly id: number;
  readonly name: string;
  readonly type: string;
  /** "iPhone 15 · iOS 18.5": what it is and what it runs. */
  readonly about: string;
  readonly blocked: boolean;
  /** Unix seconds. */
  readonly lastSeenAt: number;
}

export type SettingChanges = Partial<
  Pick<DeviceSettings, 'block_unknown_devices' | 'device_limit'>
>;

interface DevicePage {
  readonly devices: readonly (AccountDevice | SubscriptionDevice)[];
  readonly total: number;
}

interface DeviceEndpoints {
  readonly owner: () => DeviceOwner;
  readonly list: QueryState<DevicePage>;
  readonly settings: QueryState<DeviceSettings>;
  setBlocked(id: number, blocked: boolean): Promise<Result<unknown>>;
  remove(id: number): Promise<Result<unknown>>;
  /** Answers how many there were. */
  removeAll(): Promise<Result<number>>;
  change(changes: SettingChanges): Promise<Result<DeviceSettings>>;
}

const systems: Readonly<Record<string, string>> = {
  ios: 'iOS',
  android: 'Android',
  windows: 'Windows',
  macos: 'macOS',
  linux: 'Linux',
};

function lineOf(device: AccountDevice | SubscriptionDevice): DeviceLine {
  const model = 'device_model' in device ? visible(device.device_model) : '';
  const system = Object.hasOwn(systems, device.device_type)
    ? (systems[device.device_type] ?? '')
    : visible(device.device_type);
  const runs = `${system} ${visible(device.os_version)}`.trim();
  return {
    id: device.id,
    name: visible(device.device_name),
    type: device.device_type,
    about: [model, runs].filter((part) => part !== '').join(' · '),
    blocked: device.is_blocked,
    lastSeenAt: device.last_seen_at,
  };
}

/** Changes of different devices run side by side; a failure stays until the next. */
function useDeviceList(page: Ref<number>, endpoints: DeviceEndpoints) {
  const session = useSessionStore();
  const busy = shallowRef<ReadonlySet<number>>(new Set());
  const busyWithAll = ref(false);
  const error = shallowRef<Failure | null>(null);
  const total = computed(() => endpoints.list.data.value?.total ?? 0);
  const pages = computed(() => Math.max(1, Math.ceil(total.value / pageSize)));

  // Removing the last device of the last page leaves a page that is no more.
  watch([() => endpoints.list.data.value, () => pages.value], ([now]) => {
    if (now !== undefined && page.value > pages.value) page.value = pages.value;
  });

  function mark(id: number, on: boolean): void {
    const next = new Set(busy.value);
    if (on) next.add(id);
    else next.delete(id);
    busy.value = next;
  }

  /** Changes one device; nothing is sent while another change of it is under way. */
  async function of(id: number, change: () => Promise<Result<unknown>>): Promise<Result<unknown>> {
    if (busy.value.has(id)) return fail('unsent');
    mark(id, true);
    error.value = null;
    const answer = await session.inAccount(change);
    mark(id, false);
    if (!answer.ok) error.value = answer.failure;
    return answer;
  }

  return {
    ...endpoints,
    page,
    pages,
    total,
    devices: computed(() => endpoints.list.data.value?.devices.map(lineOf) ?? []),
    busy,
    busyWithAll,
    error,
    setBlocked: (id: number, blocked: boolean) => of(id, () => endpoints.setBlocked(id, blocked)),
    remove: (id: number) => of(id, () => endpoints.remove(id)),
    async removeAll(): Promise<Result<number>> {
      busyWithAll.value = true;
      error.value = null;
      const answer = await endpoints.removeAll();
      busyWithAll.value = false;
      if (!answer.ok) error.value = answer.failure;
      return answer;
    },
  };
}

export type DeviceList = ReturnType<typeof useDeviceList>;

export function useAccountDevices(): DeviceList {
  const page = ref<number>(1);
  return useDeviceList(page, {
    owner: () => ({ kind: 'account', id: null }),
    list: useEndpointQuery('devices.list', () => ({
      query: { page: page.value, limit: pageSize },
    })),
    settings: useEndpointQuery('devices.settings', {}),
    setBlocked: (id, is_blocked) =>
      send('devices.setBlocked', { path: { id }, body: { is_blocked } }),
    remove: (id) => send('devices.delete', { path: { id } }),
    removeAll: () => send('devices.deleteAll', {}),
    change: (body) => send('devices.setSettings', { body }),
  });
}

export function useSubscriptionDevices(subscription: MaybeRefOrGetter<number>): DeviceList {
  const page = ref<number>(1);
  const id = () => toValue(subscription);
  watch(id, () => {
    page.value = 1;
  });
  return useDeviceList(page, {
    owner: () => ({ kind: 'subscription', id: id() }),
    list: useEndpointQuery('customSubscriptions.devices', () => ({
      path: { id: id() },
      query: { page: page.value, limit: pageSize },
    })),
    settings: useEndpointQuery('customSubscriptions.deviceSettings', () => ({
      path: { id: id() },
    })),
    setBlocked: (deviceId, is_blocked) =>
      send('customSubscriptions.setDeviceBlocked', {
        path: { id: id(), deviceId },
        body: { is_blocked },
      }),
    remove: (deviceId) =>
      send('customSubscriptions.deleteDevice', { path: { id: id(), deviceId } }),
    async removeAll() {
      const answer = await send('customSubscriptions.deleteAllDevices', { path: { id: id() } });
      return answer.ok ? ok(answer.value.deleted_count) : answer;
    },
    change: (body) => send('customSubscriptions.setDeviceSettings', { path: { id: id() }, body }),
  });
}

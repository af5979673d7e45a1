import { api, type EndpointId, type RequestTo } from '#contract/api/index.ts';
import { pageOfDevices, protocolOf } from '#contract/constants.ts';
import type { ChangeOf, ConnectionSettings, DeviceOwner } from '#contract/ipc/batches.ts';
import type { ConnectionRecord } from '#contract/ipc/connections.ts';
import { staysOnServer } from '#contract/connections/repair-steps.ts';
import { sourceOf } from '#contract/connections/sources.ts';
import type { ReadCache } from '#core/cache/read-cache.ts';
import { leftOut, planned, type Planned, type PlanSources, type Step } from './planned.ts';

/** The titles of connections, as far as the service takes them. */
export function planRename(
  { titles }: ChangeOf<'rename'>,
  { connections }: PlanSources,
): readonly Planned[] {
  return titles.map(({ key, title }) => {
    const record = connections.record(key);
    if (!record) return leftOut({ key, name: '' }, 'gone');
    const named = { key, name: record.title };
    const rule = sourceOf(key)?.title;
    if (!rule) return leftOut(named, 'title-fixed');
    if (title === undefined) return leftOut(named, 'place-unknown');
    const from = record.title === '' ? null : record.title;
    const to = title === '' ? null : title;
    const facts = { ...named, title: { from, to } };
    if (to === from) return leftOut(facts, 'unchanged');
    const step = rule.set(to);
    if (!isTaken(step)) return leftOut(facts, 'title-long');
    // The service may have given a title that it takes from nobody: undo would lose it.
    if (!isTaken(rule.set(from))) return leftOut(facts, 'title-final');
    return planned({ ...facts, step });
  });
}

function isTaken({ endpoint, input }: RequestTo<EndpointId>): boolean {
  return api[endpoint].input.safeParse(input).success;
}

/** Configurations and proxies of cloud servers, and subconfigs; the service deletes nothing else. */
export function planDelete(
  { keys }: ChangeOf<'delete'>,
  { connections }: PlanSources,
): readonly Planned[] {
  return keys.map((key) => {
    const record = connections.record(key);
    if (!record) return leftOut({ key, name: '' }, 'gone');
    const facts = { key, name: record.title };
    const step = sourceOf(key)?.remove;
    return step ? planned({ ...facts, step }) : leftOut(facts, 'not-deleted');
  });
}

/** Other settings of one connection, one after another. */
export function planRepair(
  { key, to }: ChangeOf<'repair'>,
  { connections, readCache }: PlanSources,
): readonly Planned[] {
  const record = connections.record(key);
  if (!record) return [leftOut({ key, name: '' }, 'gone')];
  const name = record.title;
  const source = sourceOf(key)?.settings;
  if (!source) return [leftOut({ key, name }, 'not-settable')];
  const { chooses } = source;
  const from = settingsOf(record, chooses);
  const places = readCache.cached('locations.list', {})?.value ?? [];
  return to.map((settings) => {
    const place = places.find(({ id }) => id === settings.location)?.title ?? '';
    const facts = { key, name, settings: { from, to: settings, place } };
    // The one flag that is read: without it the Xray settings would go.
    const isExtended = record.extendedSettings === true && settings.protocol.startsWith('vless');
    const flags = isExtended ? { use_extended_settings: true } : {};
    const step = source.change({ ...settings, flags });
    if (!step) return leftOut(facts, 'not-settable');
    const isSame = settings.protocol === from?.protocol && staysOnServer(settings, record);
    return isSame ? leftOut(facts, 'unchanged') : planned({ ...facts, step });
  });
}

/** What a connection is set to; `null` where it speaks a protocol that cannot be chosen. */
function settingsOf(
  { protocol: name, locationId, serverId }: ConnectionRecord,
  chooses: { readonly location: boolean; readonly server: boolean },
): ConnectionSettings | null {
  const protocol = protocolOf(name);
  return protocol === undefined
    ? null
    : {
        protocol,
        location: chooses.location ? locationId : null,
        server: chooses.server ? serverId : null,
      };
}

/** Devices of the account, of a custom subscription or of a paid option. */
export function planDevices(
  { owner, change, devices }: ChangeOf<'devices'>,
  { readCache }: Pick<PlanSources, 'readCache'>,
): readonly Planned[] {
  const names = deviceNames(owner, readCache);
  return devices.map(({ id, blocked }) => {
    // What the service calls it, whatever the window says.
    const facts = { key: id, name: names.get(id) ?? id, device: change };
    if (change !== 'remove' && blocked === (change === 'block')) return leftOut(facts, 'unchanged');
    return planned({ ...facts, step: deviceStep(owner, id, change) });
  });
}

/** Devices on later pages are called by their ids. */
const maxDevicePages = 20;

function deviceNames(
  { kind, id }: DeviceOwner,
  readCache: Pick<ReadCache, 'cached'>,
): ReadonlyMap<string, string> {
  if (kind === 'option') {
    const read = readCache.cached('paidOptions.devices', { path: { id: id ?? 0 } });
    const devices = read?.value.devices ?? [];
    return new Map(devices.map(({ hwid, device_model: model }) => [hwid, model]));
  }
  const names = new Map<string, string>();
  for (let page = 1; page <= maxDevicePages; page += 1) {
    const query = { ...pageOfDevices, page };
    const read =
      kind === 'account'
        ? readCache.cached('devices.list', { query })
        : readCache.cached('customSubscriptions.devices', { path: { id: id ?? 0 }, query });
    for (const device of read?.value.devices ?? []) {
      names.set(String(device.id), device.device_name);
    }
  }
  return names;
}

function deviceStep(
  { kind, id: owner }: DeviceOwner,
  device: string,
  change: ChangeOf<'devices'>['change'],
): Step {
  const remove = change === 'remove';
  const body = { is_blocked: change === 'block' };
  switch (kind) {
    case 'account': {
      const path = { id: Number(device) };
      return remove
        ? { endpoint: 'devices.delete', input: { path } }
        : { endpoint: 'devices.setBlocked', input: { path, body } };
    }
    case 'subscription': {
      const path = { id: owner, deviceId: Number(device) };
      return remove
        ? { endpoint: 'customSubscriptions.deleteDevice', input: { path } }
        : { endpoint: 'customSubscriptions.setDeviceBlocked', input: { path, body } };
    }
    case 'option':
      return {
        endpoint: 'paidOptions.deleteDevice',
        input: { path: { id: owner, device_id: device } },
      };
  }
}

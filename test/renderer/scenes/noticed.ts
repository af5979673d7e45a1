import type { MainProcess, Setup } from '#test/renderer/window/main-process.ts';

/** Milliseconds. */
const hour = 3_600_000;

/** The answer with this configuration's server down, wherever the configuration is in it. */
function withServerDown(data: unknown, configId: number): unknown {
  if (Array.isArray(data)) return data.map((each) => withServerDown(each, configId));
  if (typeof data !== 'object' || data === null) return data;
  const fields = Object.entries(data).map(([name, value]) => [
    name,
    withServerDown(value, configId),
  ]);
  const isIt = 'id' in data && data.id === configId && 'is_online' in data;
  return { ...Object.fromEntries(fields), ...(isIt && { is_online: false }) } as unknown;
}

/** Reads everything again after so many hours. */
async function later(main: MainProcess, hours = 2): Promise<void> {
  await main.advance(hours * hour);
  await main.refresh();
}

/**
 * Everything that Culvert notices by itself happens once: the server of the favourite “Phone” goes
 * down and comes back, a paid option uses up its traffic, and a device is new.
 */
export function changesNoticed(): Setup {
  let down: number | null = null;
  return {
    ago: 40 * hour,
    service(control) {
      down = null;
      const { configs, cloud_servers: servers, paid_options: options } = control.account();
      for (const each of [...configs, ...servers, ...options]) each.auto_renewal = false;
    },
    alter: (data) => (down === null ? data : withServerDown(data, down)),
    async before(main) {
      const { account } = main;
      const [device] = account.devices;
      const [option] = account.paid_options;
      if (!device || !option) throw new Error('The account has none.');
      option.used_traffic_bytes = option.traffic_limit_bytes / 2;
      await later(main);
      down = Number(main.keyOf('Phone').replace('config:', ''));
      account.devices.unshift({ ...device, id: 99_999, device_name: 'Galaxy S24' });
      option.used_traffic_bytes = option.traffic_limit_bytes * 0.8;
      await later(main);
      option.used_traffic_bytes = option.traffic_limit_bytes * 0.95;
      await later(main);
      option.used_traffic_bytes = option.traffic_limit_bytes;
      await later(main);
      down = null;
      await later(main, 26);
    },
  };
}

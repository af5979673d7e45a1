import { overviewLimit } from '#contract/endpoint.ts';
import { RateLimiter } from '#core/api/limits/rate-limiter.ts';
import type { StatsEndpointId } from '#core/stats/sample.ts';
import { seededRandom } from '#test/core/fakes.ts';
import { createNetwork } from './network.ts';
import { createPollingDevice } from './polling-device.ts';
import { createServiceLimits, type Model, type Reading } from './service-limits.ts';
import { createVirtualTime } from './virtual-time.ts';

interface SharedResult {
  readonly accepted: number;
  readonly refused: number;
  /** Refusals that a device would have met alone: its own fault. */
  readonly avoidable: number;
  readonly samples: readonly number[];
}

/** Several devices of one user that start `lateMs` apart, each showing more servers than it may poll. */
export async function shareOneKey(setting: {
  readonly model: Model;
  readonly reading: Reading;
  readonly routes: readonly StatsEndpointId[];
  readonly devices: number;
  readonly lateMs?: number;
  readonly seed: number;
  readonly ms: number;
}): Promise<SharedResult> {
  const time = createVirtualTime();
  const random = seededRandom(setting.seed);
  const unit = () => random.unit();
  const service = createServiceLimits({ ...setting, overview: overviewLimit, unit });
  const { routes, lateMs = 0 } = setting;
  function start(device: string) {
    const rtt = [0, 200] as const;
    const network = createNetwork({ clock: time.clock, service, unit, rtt, device });
    const limiter = new RateLimiter({ clock: time.clock, overview: overviewLimit });
    const servers = Array.from({ length: 60 }, (_, each) => ({ server: `s${each}`, routes }));
    const polling = createPollingDevice({ time, limiter, network, servers, random });
    polling.poller.watch(
      servers.map(({ server }) => server),
      's0',
    );
    return polling;
  }
  const devices: ReturnType<typeof start>[] = [];
  for (let n = 0; n < setting.devices; n += 1) {
    if (n > 0) await time.run(lateMs);
    devices.push(start(String(n)));
  }
  await time.run(setting.ms);
  for (const { poller } of devices) poller.stop();
  return {
    accepted: service.accepted,
    refused: service.refused,
    avoidable: service.refused - service.refusedByOthers,
    samples: devices.map(({ samples }) => [...samples.values()].flat().length),
  };
}

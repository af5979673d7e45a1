import { api } from '#contract/api/index.ts';
import { overviewLimit } from '#contract/endpoint.ts';
import { RateLimiter } from '#core/api/limits/rate-limiter.ts';
import { seededRandom } from '#test/core/fakes.ts';
import { createNetwork } from '#test/simulator/network.ts';
import { createPollingDevice } from '#test/simulator/polling-device.ts';
import { createServiceLimits, models } from '#test/simulator/service-limits.ts';
import { createVirtualTime } from '#test/simulator/virtual-time.ts';
import { figure, type Bench } from '#test/bench/figure.ts';

const actions = 200;
const noticeableMs = 300;

/** A user acts now and then while statistics take all they can: how often do they have to wait? */
export const userWait: Bench = {
  id: 'limits.user-wait',
  async run() {
    const parts: number[] = [];
    for (const model of models) {
      const time = createVirtualTime();
      const random = seededRandom(parts.length + 1);
      const unit = () => random.unit();
      const service = createServiceLimits({
        model,
        reading: 'overview',
        overview: overviewLimit,
        unit,
      });
      const network = createNetwork({ clock: time.clock, service, unit, rtt: [0, 200] });
      const limiter = new RateLimiter({ clock: time.clock, overview: overviewLimit });
      const servers = Array.from({ length: 80 }, (_, n) => ({
        server: `s${n}`,
        routes: ['paidOptions.configStats' as const],
      }));
      const device = createPollingDevice({ time, limiter, network, servers, random });
      device.poller.watch(
        servers.map(({ server }) => server),
        's1',
      );
      let waited = 0;
      for (let n = 0; n < actions; n += 1) {
        // From acting quickly to coming back after a while.
        await time.run(2000 + unit() ** 3 * 300_000);
        const requestedAt = time.clock.monotonic();
        void limiter.acquire(api['configs.list'], 'user').then((permit) => {
          if (time.clock.monotonic() - requestedAt > noticeableMs) waited += 1;
          return network.sendUnder(permit, api['configs.list']);
        });
        await time.run(1000);
      }
      parts.push(waited / actions);
      device.poller.stop();
    }
    return [
      figure('limits.user-wait', parts, {
        better: 'lower',
        target: 0.01,
        of: 'worst',
        note: `of a user's actions wait more than ${noticeableMs} ms while polling saturates`,
      }),
    ];
  },
};

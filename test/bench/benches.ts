import type { Bench } from './figure.ts';
import { idle } from './idle/idle.ts';
import { launch } from './launch/launch.ts';
import { list } from './list/list.ts';
import { saturation } from './limits/saturation.ts';
import { shared } from './limits/shared.ts';
import { userWait } from './limits/user-wait.ts';
import { probe } from './probe/probe.ts';
import { quick } from './quick/quick.ts';
import { fresh } from './stats/fresh.ts';

/** Everything that `npm run bench` can measure, in the order of its table. */
export const benches: readonly Bench[] = [
  saturation,
  userWait,
  shared,
  fresh,
  probe,
  idle,
  launch,
  quick,
  list,
];

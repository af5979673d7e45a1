import type { Bench } from './figure.ts';
import { answers } from './answers/answers.ts';
import { ipc } from './ipc/ipc.ts';
import { idle } from './idle/idle.ts';
import { launch } from './launch/launch.ts';
import { list } from './list/list.ts';
import { loopback } from './limits/loopback.ts';
import { peers } from './limits/peers.ts';
import { userWait } from './limits/user-wait.ts';
import { probe } from './probe/probe.ts';
import { quick } from './quick/quick.ts';
import { saturation } from './limits/saturation.ts';
import { scheduleCost } from './limits/schedule-cost.ts';
import { shared } from './limits/shared.ts';
import { assignment } from './stats/assignment.ts';
import { vault } from './vault/vault.ts';
import { client } from './client/client.ts';
import { fresh } from './stats/fresh.ts';

/** Everything that `npm run bench` can measure, in the order of its table. */
export const benches: readonly Bench[] = [
  saturation,
  peers,
  userWait,
  scheduleCost,
  shared,
  fresh,
  assignment,
  vault,
  client,
  probe,
  answers,
  idle,
  ipc,
  launch,
  quick,
  list,
  loopback,
];

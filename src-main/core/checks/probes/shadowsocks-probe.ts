import type { ShadowsocksTarget } from '#core/checks/target.ts';
import { overTcp, type Probe } from './probe.ts';

/** Whether the port accepts: nothing else is answered without the secret, UDP not at all. */
export const probeShadowsocks: Probe<ShadowsocksTarget> = (tools, given) =>
  overTcp(tools, given, (_, ms) => ({ ms, depth: 'port' }));

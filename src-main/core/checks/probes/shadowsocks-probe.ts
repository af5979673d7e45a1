import type { ShadowsocksTarget } from '#core/checks/target.ts';
import { overTcp, type Probe } from './probe.ts';

/**
 * Shadowsocks and Outline: whether the port accepts connections. A server answers nothing but what is
 * encrypted with the connection's secret, and UDP not at all.
 */
export const probeShadowsocks: Probe<ShadowsocksTarget> = (tools, given) =>
  overTcp(tools, given, (_, ms) => ({ ms, depth: 'port' }));

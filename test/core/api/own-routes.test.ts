import { describe, expect, it } from 'vitest';
import { ownStatsRoutes } from '#core/stats/own-routes.ts';

describe('statistics whose name says where they are', () => {
  it('are of a cloud server, with no connection on it too', () => {
    expect(ownStatsRoutes('cloud:3')).toEqual([
      { id: 'cloudServers.serverStats', input: { path: { id: 3 } } },
    ]);
  });

  it('are of a paid option’s index, zero among them', () => {
    expect(ownStatsRoutes('option:1:0')).toEqual([
      { id: 'paidOptions.stats', input: { path: { id: 1, index: 0 } } },
    ]);
  });

  it.each(['', 'server:3', 'cloud:3:1', 'option:1', 'cloud:x'])('are not named %j', (name) => {
    expect(ownStatsRoutes(name)).toEqual([]);
  });
});

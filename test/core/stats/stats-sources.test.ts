import { describe, expect, it } from 'vitest';
import { requestsByName } from '#core/stats/stats-sources.ts';

describe('requests for statistics by the name of the server', () => {
  it('are for a cloud server, also without a connection', () => {
    expect(requestsByName('cloud:3')).toEqual([
      { id: 'cloudServers.serverStats', input: { path: { id: 3 } } },
    ]);
  });

  it('are for an index of a paid option, including zero', () => {
    expect(requestsByName('option:1:0')).toEqual([
      { id: 'paidOptions.stats', input: { path: { id: 1, index: 0 } } },
    ]);
  });

  it.each(['', 'server:3', 'cloud:3:1', 'option:1', 'cloud:x'])('are none for %j', (name) => {
    expect(requestsByName(name)).toEqual([]);
  });
});

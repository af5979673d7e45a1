import { describe, expect, it } from 'vitest';
import {
  cloudServerId,
  cloudServerName,
  optionServerName,
  parseServerName,
  sharedServerName,
} from '#contract/rules/server-name.ts';
import { requestsByName, statsEndpoints } from '#core/stats/sample.ts';

describe('the endpoints that answer with statistics', () => {
  it('are all those of the table that have their schema', () => {
    expect(statsEndpoints).toEqual([
      'configs.serverStats',
      'cloudServers.serverStats',
      'paidOptions.stats',
      'paidOptions.configStats',
    ]);
  });
});

describe('the name of a server', () => {
  it.each([
    [sharedServerName(7), 'server:7', { kind: 'shared', id: 7 }],
    [cloudServerName(3), 'cloud:3', { kind: 'cloud', id: 3 }],
    [optionServerName(1, 0), 'option:1:0', { kind: 'option', optionId: 1, index: 0 }],
  ])('%s says which server it is', (name, text, id) => {
    expect(name).toBe(text);
    expect(parseServerName(name)).toEqual(id);
    expect(cloudServerId(name)).toBe(id.kind === 'cloud' ? 3 : undefined);
  });

  it.each(['', 'server', 'server:3:1', 'cloud:3:1', 'option:1', 'cloud:x', 'paid:1', 'cloud:1 '])(
    'is no other text: %j',
    (text) => {
      expect(parseServerName(text)).toBeUndefined();
    },
  );
});

describe('requests for statistics by the name of the server', () => {
  it.each([
    ['cloud:3', [{ id: 'cloudServers.serverStats', input: { path: { id: 3 } } }]],
    ['option:1:0', [{ id: 'paidOptions.stats', input: { path: { id: 1, index: 0 } } }]],
    ['server:3', []],
  ])(
    'are for a cloud server and an index, zero too, without a connection: %s',
    (name, requests) => {
      expect(requestsByName(name)).toEqual(requests);
    },
  );
});

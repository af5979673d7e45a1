import type { ConnectionRow } from '#contract/ipc/connections.ts';

/** The row of a usable configuration in Amsterdam, with these fields. */
export function connectionRow(fields: Partial<ConnectionRow> = {}): ConnectionRow {
  return {
    key: 'config:1',
    source: 'config',
    title: 'Phone',
    protocol: 'vless',
    country: 'NL',
    place: 'Amsterdam',
    host: 'nl.example.net:443',
    state: { state: 'usable', online: 'online', since: 1 },
    expiresAt: null,
    createdAt: null,
    autoRenewal: null,
    autoRenewalDays: null,
    favourite: false,
    server: null,
    forms: ['url'],
    ...fields,
  };
}

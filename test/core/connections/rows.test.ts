import { describe, expect, it } from 'vitest';
import { makeConnection } from '#core/connections/connection.ts';
import { RowIndex, type DerivedFields } from '#core/connections/rows.ts';

const { record } = makeConnection({
  key: 'config:1',
  source: 'config',
  protocol: 'vless',
  secrets: { connection_url: 'vless://id@host.invalid:443' },
});

const usable = { state: 'usable', online: 'online', since: 1 } as const;
const bare: DerivedFields = { state: usable, favourite: false };

/** Each field that main derives, with another value than `bare` has. */
const changes: Required<DerivedFields> = {
  state: { state: 'down', online: 'offline', since: 1 },
  favourite: true,
  unreadable: true,
  check: { result: { outcome: 'refused' }, at: 1 },
  odds: 2,
  changedSinceCopy: true,
  onDevices: ['Phone'],
  note: 'Office',
  option: { status: 'active', usedBytes: 1, limitBytes: 2, deviceLimit: 3, at: 4 },
};

/** An index of one row, whose derived fields are set by hand. */
function indexOf(first: DerivedFields) {
  let derived = first;
  const index = new RowIndex(() => structuredClone(derived));
  index.load([record]);
  return {
    index,
    derive: (next: DerivedFields) => {
      derived = next;
      index.derive([record.key]);
      return index.takeChanges()?.put;
    },
  };
}

describe('the rows in memory', () => {
  it.each(Object.entries(changes))('publish a row whose %s changes', (field, value) => {
    const { derive } = indexOf(bare);
    const changed = { ...bare, [field]: value };
    expect(derive(changed)).toMatchObject([changed]);
    expect(derive(bare)).toMatchObject([bare]);
  });

  it('publish nothing where a field has the same value in another object', () => {
    const { derive } = indexOf(changes);
    expect(derive({ ...changes })).toBeUndefined();
  });

  it('publish when a state was read only where it is unknown', () => {
    const known = indexOf(bare);
    expect(known.derive({ ...bare, state: { ...usable, since: 2 } })).toBeUndefined();
    const state = { state: 'unknown', online: 'online', since: 1 } as const;
    const unknown = indexOf({ ...bare, state });
    expect(unknown.derive({ ...bare, state: { ...state, since: 2 } })).toHaveLength(1);
  });
});

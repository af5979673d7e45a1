import { describe, expect, it } from 'vitest';
import {
  availableOf,
  bundleOf,
  inputsOf,
  moved,
  sameBundle,
} from '#renderer/subscriptions/bundle.ts';

const item = (item_type: string, item_reference_id: number, item_index?: number | null) => ({
  id: 1,
  item_type,
  item_reference_id,
  ...(item_index === undefined ? {} : { item_index }),
  resolved_title: 'One',
  is_valid: true,
});

describe('a bundle', () => {
  it('takes 0 for an index, and sends none where the kind has none', () => {
    const items = bundleOf([item('paid_option_index', 1, 0), item('user_config', 7, null)]);
    expect(inputsOf(items)).toEqual([
      { item_type: 'paid_option_index', item_reference_id: 1, item_index: 0 },
      { item_type: 'user_config', item_reference_id: 7 },
    ]);
  });

  it('shows an item of an unknown kind and does not send it', () => {
    const items = bundleOf([item('group', 3), item('user_config', 7)]);
    expect(items[0]).toMatchObject({ type: 'group', title: 'One', input: null });
    expect(inputsOf(items)).toHaveLength(1);
  });

  it('gives two keys to an item that the service has twice', () => {
    const keys = bundleOf([item('user_config', 7), item('user_config', 7)]).map(({ key }) => key);
    expect(new Set(keys).size).toBe(2);
  });

  it('marks what has expired among what is available, with all that belongs to it', () => {
    const now = 1_700_000_000;
    const available = availableOf(
      {
        configs: [now - 1, now + 60].map((expires_at, id) => ({
          id,
          title: null,
          protocol: 'vless',
          expires_at,
          is_online: true,
          source: 'user_config',
        })),
        paid_options: [
          {
            id: 1,
            title: 'White',
            expires_at: now - 1,
            configs: [{ type: 'index', index: 0, original_title: 'First', custom_title: null }],
          },
        ],
      },
      now * 1000,
    );
    expect(available.map(({ valid }) => valid)).toEqual([false, true, false, false]);
  });

  it('recognizes an available item by its key', () => {
    const available = availableOf(
      {
        configs: [
          {
            id: 7,
            title: 'Home',
            protocol: 'vless',
            expires_at: 1,
            is_online: true,
            source: 'cloud_server_config',
          },
        ],
        paid_options: [
          {
            id: 1,
            title: 'White',
            expires_at: 1,
            configs: [
              { type: 'index', index: 0, original_title: 'First', custom_title: null },
              { type: 'server', id: 9, server_id: 2, title: 'Own', is_online: true },
              { type: 'else' },
            ],
          },
        ],
      },
      0,
    );
    expect(available.map(({ key, title }) => [key, title])).toEqual([
      ['cloud_server_config:7', 'Home'],
      ['paid_option:1', 'White'],
      ['paid_option_index:1:0', 'First'],
      ['paid_option_config:9', 'Own'],
    ]);
    expect(available.every(({ valid }) => valid)).toBe(true);
    const [bundled] = bundleOf([item('paid_option_index', 1, 0)]);
    expect(available.map(({ key }) => key)).toContain(bundled?.key);
  });

  it('is different in another order', () => {
    const items = bundleOf([item('user_config', 1), item('user_config', 2)]);
    expect(sameBundle(items, [...items])).toBe(true);
    expect(sameBundle(items, moved(items, 0, 1))).toBe(false);
  });

  it.each([
    [0, 2, ['b', 'c', 'a']],
    [2, 0, ['c', 'a', 'b']],
    [1, 1, ['a', 'b', 'c']],
    [7, 0, ['a', 'b', 'c']],
  ])('moves the item at %i to %i', (from, to, order) => {
    expect(moved(['a', 'b', 'c'], from, to)).toEqual(order);
  });
});

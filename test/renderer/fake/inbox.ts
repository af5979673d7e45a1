import { ok } from '#contract/failure.ts';
import type { Handlers } from './handlers.ts';
import type { FakeOptions } from './options.ts';

/** The service's notifications, in a window without a main process. */
export function inboxHandlers(options: Pick<FakeOptions, 'inbox'>): Handlers {
  let inbox = options.inbox ?? { items: [], unread: 0, mayBeMissing: false };
  return {
    'inbox.get': () => ok(inbox),
    'inbox.markRead': ({ ids }) => {
      const items = inbox.items.map((item) => ({
        ...item,
        read: item.read || ids.includes(item.id),
      }));
      inbox = { ...inbox, items, unread: items.filter(({ read }) => !read).length };
      return ok(inbox);
    },
  };
}

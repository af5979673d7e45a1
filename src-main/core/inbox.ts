import { z } from 'zod';
import type { InboxItem, InboxState } from '#contract/ipc/inbox.ts';
import type { ApiClient } from './api/api-client.ts';
import type { Clock } from './ports.ts';
import { Bytes, type SealedVault } from './vault/sealed-vault.ts';

/** The oldest beyond this are dropped. */
const itemsKept = 1000;
const longestContent = 20_000;

const Kept = z.object({
  items: z
    .array(
      z.object({
        id: z.string(),
        content: z.string(),
        receivedAt: z.number(),
        read: z.boolean(),
      }),
    )
    .readonly(),
  mayBeMissing: z.boolean(),
});

/**
 * The service's notifications. Reading them destroys them at the service (specification, part 1,
 * States), so there is one reader, it never repeats a request, and the answer's bytes are sealed and
 * on the disk before anything looks into them.
 */
export interface Inbox {
  state(): InboxState;
  /** Reads what is new. Calls that overlap share one request. Answers how many came. */
  check(): Promise<number>;
  markRead(ids: readonly string[]): InboxState;
}

const Answer = z.looseObject({
  data: z.array(z.looseObject({ id: z.union([z.number(), z.string()]), content: z.string() })),
});

export function createInbox(options: {
  readonly client: ApiClient;
  readonly vault: SealedVault;
  readonly clock: Clock;
  /** What was kept before was damaged, or is an older copy. */
  readonly mayHaveLost?: boolean;
  readonly publish: (state: InboxState) => void;
}): Inbox {
  const { client, vault, clock } = options;
  let kept = vault.read('inbox', 'items', Kept) ?? { items: [], mayBeMissing: false };
  let checking: Promise<number> | undefined;

  // What an earlier run received and did not get to sort, or asked for and did not receive.
  const left = vault.readBytes('inbox', 'received', Bytes);
  if (left) sortIn(left);
  else if (vault.read('inbox', 'asked', z.number()) !== undefined) lose();
  if (options.mayHaveLost === true && !kept.mayBeMissing) lose();

  function state(): InboxState {
    return { ...kept, unread: kept.items.filter((item) => !item.read).length };
  }

  /** Turns received bytes into items; both changes reach the disk together. */
  function sortIn(bytes: Uint8Array): number {
    const items = itemsOf(bytes, clock.now());
    kept = { ...kept, items: [...items, ...kept.items].slice(0, itemsKept) };
    vault.write([
      { purpose: 'inbox', name: 'items', value: kept },
      { purpose: 'inbox', name: 'received', value: undefined },
      { purpose: 'inbox', name: 'asked', value: undefined },
    ]);
    return items.length;
  }

  function lose(): void {
    kept = { ...kept, mayBeMissing: true };
    vault.write([
      { purpose: 'inbox', name: 'items', value: kept },
      { purpose: 'inbox', name: 'asked', value: undefined },
    ]);
  }

  async function read(): Promise<number> {
    let received: Uint8Array | undefined;
    vault.write([{ purpose: 'inbox', name: 'asked', value: clock.now() }]);
    const result = await client.call(
      'notifications.take',
      {},
      {
        priority: 'background',
        onAnswer({ status, body }) {
          if (status < 200 || status > 299) return;
          received = body;
          vault.write([{ purpose: 'inbox', name: 'received', value: body }]);
        },
      },
    );
    if (received) {
      const count = sortIn(received);
      if (count > 0) options.publish(state());
      return count;
    }
    if (!result.ok && result.failure.kind === 'outcome-unknown') {
      lose();
      options.publish(state());
    } else {
      vault.write([{ purpose: 'inbox', name: 'asked', value: undefined }]);
    }
    return 0;
  }

  return {
    state,
    check() {
      checking ??= read().finally(() => {
        checking = undefined;
      });
      return checking;
    },
    markRead(ids) {
      const items = kept.items.map((item) =>
        ids.includes(item.id) ? { ...item, read: true } : item,
      );
      kept = { ...kept, items };
      vault.write([{ purpose: 'inbox', name: 'items', value: kept }]);
      options.publish(state());
      return state();
    },
  };
}

/** Bytes that are no list of notifications become one item that shows them as they are. */
function itemsOf(bytes: Uint8Array, receivedAt: number): InboxItem[] {
  const text = new TextDecoder().decode(bytes);
  const answer = Answer.safeParse(parsed(text));
  const contents = answer.success
    ? answer.data.data.map(({ id, content }) => ({ id: String(id), content }))
    : [{ id: 'unread', content: text }];
  return contents.map(({ id, content }) => ({
    id: `${String(receivedAt)} ${id}`,
    content: content.slice(0, longestContent),
    receivedAt,
    read: false,
  }));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

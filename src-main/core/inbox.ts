import { z } from 'zod';
import type { InboxItem, InboxState } from '#contract/ipc/inbox.ts';
import type { ApiClient } from './api/api-client.ts';
import type { Clock } from './ports.ts';
import { Bytes, type SealedVault } from './vault/sealed-vault.ts';

/** The oldest messages beyond this are dropped; unreadable ones have a limit of their own. */
const mostMessages = 1000;
const mostUnreadable = 20;
const longestContent = 20_000;

/**
 * The service's notifications. Reading them destroys them at the service (specification, part 1,
 * States), so there is one reader, it never repeats a request, and the answer's bytes are sealed
 * and on the disk before anything parses them.
 */
export interface Inbox {
  state(): InboxState;
  /** Reads what is new. Calls that overlap share one request. Answers how many messages came. */
  check(): Promise<number>;
  markRead(ids: readonly string[]): InboxState;
}

const PersistedItem = z.object({
  id: z.string(),
  content: z.string(),
  receivedAt: z.number(),
  read: z.boolean(),
  unreadable: z.exactOptional(z.literal(true)),
});
/** Items are parsed one by one: one that does not parse is kept as it is. */
const PersistedInbox = z.object({ items: z.array(z.unknown()), mayBeMissing: z.boolean() });

const Answer = z.looseObject({ data: z.array(z.unknown()) });
const Refusal = z.looseObject({ status: z.literal(false) });
const Message = z.looseObject({ id: z.union([z.number(), z.string()]), content: z.string() });

interface Stored {
  readonly items: readonly InboxItem[];
  readonly mayBeMissing: boolean;
}

/**
 * Opens the inbox of an account, with what an earlier run received and did not get to parse.
 *
 * @param options.mayHaveLost the records of the account were damaged, or are an older copy
 */
export function createInbox(options: {
  readonly client: ApiClient;
  readonly vault: SealedVault;
  readonly clock: Clock;
  readonly mayHaveLost?: boolean;
  readonly publish: (state: InboxState) => void;
}): Inbox {
  const { client, vault, clock } = options;
  let stored = readStored(vault, clock.now());
  let checking: Promise<number> | undefined;

  function state(): InboxState {
    return { ...stored, unread: stored.items.filter((item) => !item.read).length };
  }

  /** Stores the items, and that no request and no answer is open any more. */
  function store(next: Stored): void {
    stored = next;
    vault.write([
      { purpose: 'inbox', name: 'items', value: stored },
      { purpose: 'inbox', name: 'received', value: undefined },
      { purpose: 'inbox', name: 'asked', value: undefined },
    ]);
  }

  /** Adds the messages of an answer; both changes reach the disk together. */
  function addReceived(bytes: Uint8Array): number {
    const items = itemsOf(bytes, clock.now());
    store({
      items: withinLimits([...(items ?? []), ...stored.items]),
      mayBeMissing: stored.mayBeMissing || items === undefined,
    });
    return items?.length ?? 0;
  }

  async function read(): Promise<number> {
    const before = stored;
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
      const count = addReceived(received);
      if (count > 0 || stored.mayBeMissing !== before.mayBeMissing) options.publish(state());
      return count;
    }
    if (!result.ok && result.failure.kind === 'outcome-unknown') {
      store({ ...stored, mayBeMissing: true });
      options.publish(state());
    } else {
      vault.write([{ purpose: 'inbox', name: 'asked', value: undefined }]);
    }
    return 0;
  }

  const unparsed = vault.readBytes('inbox', 'received', Bytes);
  const isAnswerLost = !unparsed && vault.read('inbox', 'asked', z.number()) !== undefined;
  if (unparsed) addReceived(unparsed);
  if (isAnswerLost || (options.mayHaveLost === true && !stored.mayBeMissing)) {
    store({ ...stored, mayBeMissing: true });
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
      const marked = new Set(ids);
      const items = stored.items.map((item) =>
        marked.has(item.id) ? { ...item, read: true } : item,
      );
      stored = { ...stored, items };
      vault.write([{ purpose: 'inbox', name: 'items', value: stored }]);
      options.publish(state());
      return state();
    },
  };
}

/** The stored inbox; what does not parse is kept as an unreadable item. */
function readStored(vault: SealedVault, now: number): Stored {
  const bytes = vault.readBytes('inbox', 'items', Bytes);
  if (!bytes) return { items: [], mayBeMissing: false };
  const text = new TextDecoder().decode(bytes);
  const found = PersistedInbox.safeParse(parsed(text));
  if (!found.success) return { items: [unreadable('stored', text, now)], mayBeMissing: true };
  const items = found.data.items.map((value, index) => {
    const item = PersistedItem.safeParse(value);
    if (item.success) return item.data;
    return unreadable(`stored ${String(index)}`, JSON.stringify(value), now);
  });
  return { items, mayBeMissing: found.data.mayBeMissing };
}

/** The newest items of either kind, so that unreadable answers never displace messages. */
function withinLimits(items: readonly InboxItem[]): readonly InboxItem[] {
  let messages = 0;
  let unreadables = 0;
  return items.filter((item) =>
    item.unreadable === true
      ? (unreadables += 1) <= mostUnreadable
      : (messages += 1) <= mostMessages,
  );
}

/**
 * The items of an answer with a successful status. A refusal in the body has none. `undefined` for
 * an answer that is not the service's, such as a page of a proxy: the request may have reached the
 * service all the same. Other bytes that are no list become one item that shows them as they are.
 */
function itemsOf(bytes: Uint8Array, receivedAt: number): readonly InboxItem[] | undefined {
  const text = new TextDecoder().decode(bytes);
  const body = parsed(text);
  const answer = Answer.safeParse(body);
  if (answer.success) {
    return answer.data.data.map((value, index) => itemOf(value, index, receivedAt));
  }
  if (Refusal.safeParse(body).success) return [];
  if (text.trim() === '' || isMarkup(text)) return undefined;
  return [unreadable('unread', text, receivedAt)];
}

function itemOf(value: unknown, index: number, receivedAt: number): InboxItem {
  const message = Message.safeParse(value);
  if (!message.success) {
    return unreadable(`unread ${String(index)}`, JSON.stringify(value), receivedAt);
  }
  const { id, content } = message.data;
  return {
    id: `${String(receivedAt)} ${String(id)}`,
    content: content.slice(0, longestContent),
    receivedAt,
    read: false,
  };
}

function unreadable(id: string, content: string, receivedAt: number): InboxItem {
  return {
    id: `${String(receivedAt)} ${id}`,
    content: content.slice(0, longestContent),
    receivedAt,
    read: false,
    unreadable: true,
  };
}

/** Whether a text is a page of HTML or XML. */
function isMarkup(text: string): boolean {
  return /^\s*<(!doctype|!--|\?xml|html|head|body)/i.test(text);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

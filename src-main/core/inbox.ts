import { z } from 'zod';
import type { InboxItem, InboxState } from '#contract/ipc/inbox.ts';
import type { ApiClient } from './api/api-client.ts';
import type { Clock } from './ports.ts';
import { Bytes, type SealedVault } from './vault/sealed-vault.ts';

/** The oldest messages beyond this are dropped; unreadable ones have a limit of their own. */
const maxMessages = 1000;
const maxUnreadable = 20;
const longestContent = 20_000;

const PersistedItem = z.object({
  id: z.string(),
  content: z.string(),
  receivedAt: z.number(),
  read: z.boolean(),
  unreadable: z.exactOptional(z.literal(true)),
});
/** Items are parsed one by one: one that does not parse is stored unchanged. */
const PersistedInbox = z.object({ items: z.array(z.unknown()), mayBeMissing: z.boolean() });

const Answer = z.looseObject({ data: z.array(z.unknown()) });
const Refusal = z.looseObject({ status: z.literal(false) });
const Message = z.looseObject({ id: z.union([z.number(), z.string()]), content: z.string() });

interface Stored {
  readonly items: readonly InboxItem[];
  readonly mayBeMissing: boolean;
}

interface InboxOptions {
  readonly client: ApiClient;
  readonly vault: SealedVault;
  readonly clock: Clock;
  /** The records of the account were damaged, or are an older copy. */
  readonly mayHaveLost?: boolean;
  readonly publish: (state: InboxState) => void;
}

/**
 * The service's notifications. Reading them destroys them at the service (specification, part 1,
 * States), so there is one reader, it never repeats a request, and the answer's bytes are sealed
 * and on the disk before anything parses them. Opens the inbox of an account, with what an earlier
 * run received and did not get to parse.
 */
export class Inbox {
  readonly #options: InboxOptions;
  #stored: Stored;
  #checking: Promise<number> | undefined;

  constructor(options: InboxOptions) {
    const { vault, clock } = options;
    this.#options = options;
    this.#stored = readStored(vault, clock.now());
    const unparsed = vault.readBytes('inbox', 'received', Bytes);
    const isAnswerLost = !unparsed && vault.read('inbox', 'requested', z.number()) !== undefined;
    if (unparsed) this.#addReceived(unparsed);
    if (isAnswerLost || (options.mayHaveLost === true && !this.#stored.mayBeMissing)) {
      this.#store({ ...this.#stored, mayBeMissing: true });
    }
  }

  state(): InboxState {
    return { ...this.#stored, unread: this.#stored.items.filter((item) => !item.read).length };
  }

  /** Reads what is new. Calls that overlap share one request. Answers how many messages came. */
  check(): Promise<number> {
    this.#checking ??= this.#read().finally(() => {
      this.#checking = undefined;
    });
    return this.#checking;
  }

  markRead(ids: readonly string[]): InboxState {
    const marked = new Set(ids);
    const items = this.#stored.items.map((item) =>
      marked.has(item.id) ? { ...item, read: true } : item,
    );
    this.#stored = { ...this.#stored, items };
    this.#options.vault.write([{ purpose: 'inbox', name: 'items', value: this.#stored }]);
    this.#options.publish(this.state());
    return this.state();
  }

  /** Stores the items, and that no request and no answer is open any more. */
  #store(next: Stored): void {
    this.#stored = next;
    this.#options.vault.write([
      { purpose: 'inbox', name: 'items', value: next },
      { purpose: 'inbox', name: 'received', value: undefined },
      { purpose: 'inbox', name: 'requested', value: undefined },
    ]);
  }

  /** Adds the messages of an answer; both changes reach the disk together. */
  #addReceived(bytes: Uint8Array): number {
    const items = itemsOf(bytes, this.#options.clock.now());
    this.#store({
      items: withinLimits([...(items ?? []), ...this.#stored.items]),
      mayBeMissing: this.#stored.mayBeMissing || items === undefined,
    });
    return items?.length ?? 0;
  }

  async #read(): Promise<number> {
    const { client, vault, clock, publish } = this.#options;
    const before = this.#stored;
    let received: Uint8Array | undefined;
    vault.write([{ purpose: 'inbox', name: 'requested', value: clock.now() }]);
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
      const count = this.#addReceived(received);
      if (count > 0 || this.#stored.mayBeMissing !== before.mayBeMissing) publish(this.state());
      return count;
    }
    if (!result.ok && result.failure.kind === 'outcome-unknown') {
      this.#store({ ...this.#stored, mayBeMissing: true });
      publish(this.state());
    } else {
      vault.write([{ purpose: 'inbox', name: 'requested', value: undefined }]);
    }
    return 0;
  }
}

/** The stored inbox; what does not parse becomes an unreadable item. */
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
    item.unreadable === true ? (unreadables += 1) <= maxUnreadable : (messages += 1) <= maxMessages,
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

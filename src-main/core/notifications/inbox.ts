import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Failure, FailureKind } from '#contract/failure.ts';
import { AccountEvent, type InboxItem, type InboxState } from '#contract/ipc/inbox.ts';
import { accountBounds } from '#core/api/account-bounds.ts';
import { ownNames } from '#core/kernel/own-names.ts';
import { jsonOf } from '#core/kernel/stored-json.ts';
import type { ApiClient } from '#core/api/api-client.ts';
import type { Clock } from '#core/kernel/ports.ts';
import type { SealedChange, SealedVault } from '#core/kernel/vault/sealed-vault.ts';

const longestContent = 20_000;
const longestId = 40;

const PersistedItem = z.object({
  id: z.string(),
  content: z.string(),
  receivedAt: z.number(),
  read: z.boolean(),
  unreadable: z.exactOptional(z.literal(true)),
  event: z.exactOptional(AccountEvent),
});
/** An item without its id, which is of one computer. */
export const Message = PersistedItem.omit({ id: true });
type Message = z.output<typeof Message>;

/** Items are parsed one by one: one that does not parse is stored unchanged. */
const PersistedInbox = z.object({ items: z.array(z.unknown()), mayBeMissing: z.boolean() });

const Answer = z.looseObject({ data: z.array(z.unknown()) });

const Refusal = z.looseObject({ status: z.literal(false) });

/** Refusals before anything was read; any other failure leaves open what is gone. */
const refusedUnread: ReadonlySet<FailureKind> = new Set([
  'unauthorized',
  'forbidden',
  'rate-limited',
]);

interface Stored {
  readonly items: readonly InboxItem[];
  readonly mayBeMissing: boolean;
}

/** The stored messages, by when they came and what they say. */
export function storedMessages(vault: SealedVault): ReadonlyMap<string, Message> {
  const found = vault.readOrBytes('inbox', 'items', PersistedInbox);
  const items = found?.readable ? found.value.items : [];
  return new Map(
    items.flatMap((value) => {
      const item = PersistedItem.safeParse(value);
      return item.success ? [[messageName(item.data), Message.parse(item.data)] as const] : [];
    }),
  );
}

/** What to write so that these are the messages; what cannot be read of the inbox stays. */
export function messagesChange(
  vault: SealedVault,
  messages: ReadonlyMap<string, Message>,
): readonly SealedChange[] {
  const found = vault.readOrBytes('inbox', 'items', PersistedInbox);
  if (found?.readable === false) return [];
  const { items = [], mayBeMissing = false } = found?.value ?? {};
  const missing = new Map(messages);
  const readable: z.output<typeof PersistedItem>[] = [];
  const others: unknown[] = [];
  for (const value of items) {
    const item = PersistedItem.safeParse(value);
    if (!item.success) {
      others.push(value);
      continue;
    }
    const name = messageName(item.data);
    const next = messages.get(name);
    if (next) readable.push({ ...item.data, ...next });
    missing.delete(name);
  }
  const added = [...missing].map(([id, message]) => ({ id, ...message }));
  const sorted = [...readable, ...added].sort((one, other) => other.receivedAt - one.receivedAt);
  const value: z.input<typeof PersistedInbox> = { items: [...sorted, ...others], mayBeMissing };
  return [{ purpose: 'inbox', name: 'items', value }];
}

function messageName({ receivedAt, content, event }: Message): string {
  const said = createHash('sha256').update(JSON.stringify([content, event ?? null]));
  return `${String(receivedAt)} ${said.digest('hex').slice(0, 16)}`;
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
 * States), so there is one reader, it never repeats a request, and the answer's text is sealed
 * and on the disk before anything parses it. Opens the inbox of an account, with what an earlier
 * run received and did not get to parse.
 */
export class Inbox {
  readonly #options: InboxOptions;
  #stored: Stored;
  #checking: Promise<number> | undefined;
  #failure: Failure | null = null;

  constructor(options: InboxOptions) {
    const { vault, clock } = options;
    this.#options = options;
    this.#stored = readStored(vault, clock.now());
    const unparsed = vault.read('inbox', 'received', z.string());
    const isAnswerLost =
      unparsed === undefined && vault.read('inbox', 'requested', z.number()) !== undefined;
    if (unparsed !== undefined) this.#addReceived(unparsed);
    if (isAnswerLost || (options.mayHaveLost === true && !this.#stored.mayBeMissing)) {
      this.#store({ ...this.#stored, mayBeMissing: true });
    }
  }

  state(): InboxState {
    const unread = this.#stored.items.filter((item) => !item.read).length;
    return { ...this.#stored, unread, failure: this.#failure };
  }

  reload(): void {
    this.#stored = readStored(this.#options.vault, this.#options.clock.now());
    this.#options.publish(this.state());
  }

  /** Reads what is new. Calls that overlap share one request. Answers how many messages came. */
  check(): Promise<number> {
    this.#checking ??= this.#read().finally(() => {
      this.#checking = undefined;
    });
    return this.#checking;
  }

  add(events: readonly AccountEvent[]): void {
    const receivedAt = this.#options.clock.now();
    const added = events.map((event) => {
      return { id: `${String(receivedAt)} own`, content: '', receivedAt, read: false, event };
    });
    this.#change(withAdded(added, this.#stored.items));
  }

  markRead(ids: readonly string[]): InboxState {
    const marked = new Set(ids);
    this.#change(
      this.#stored.items.map((item) => (marked.has(item.id) ? { ...item, read: true } : item)),
    );
    return this.state();
  }

  #change(items: readonly InboxItem[]): void {
    this.#stored = { ...this.#stored, items };
    this.#options.vault.write([{ purpose: 'inbox', name: 'items', value: this.#stored }]);
    this.#options.publish(this.state());
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
  #addReceived(text: string): number {
    const items = itemsOf(text, this.#options.clock.now());
    this.#store({
      items: withAdded(items ?? [], this.#stored.items),
      mayBeMissing: this.#stored.mayBeMissing || items === undefined,
    });
    return items?.length ?? 0;
  }

  async #read(): Promise<number> {
    const { client, vault, clock, publish } = this.#options;
    const before = this.state();
    let received: string | undefined;
    vault.write([{ purpose: 'inbox', name: 'requested', value: clock.now() }]);
    const result = await client.call(
      'notifications.take',
      {},
      {
        priority: 'background',
        onAnswer({ status, body }) {
          if (status < 200 || status > 299) return;
          received = new TextDecoder().decode(body);
          vault.write([{ purpose: 'inbox', name: 'received', value: received }]);
        },
      },
    );
    this.#failure = result.ok || received !== undefined ? null : result.failure;
    let count = 0;
    if (received !== undefined) count = this.#addReceived(received);
    else if (!result.ok && mayHaveRemoved(result.failure)) {
      this.#store({ ...this.#stored, mayBeMissing: true });
    } else vault.write([{ purpose: 'inbox', name: 'requested', value: undefined }]);
    const { mayBeMissing, failure } = this.state();
    const isNews = mayBeMissing !== before.mayBeMissing || failure?.kind !== before.failure?.kind;
    if (count > 0 || isNews) publish(this.state());
    return count;
  }
}

/** Whether messages may be gone at the service after a request that brought none. */
function mayHaveRemoved({ kind, status }: Failure): boolean {
  return kind === 'outcome-unknown' || (status !== undefined && !refusedUnread.has(kind));
}

/** The stored inbox; what does not parse becomes an unreadable item. */
function readStored(vault: SealedVault, now: number): Stored {
  const found = vault.readOrBytes('inbox', 'items', PersistedInbox);
  if (!found) return { items: [], mayBeMissing: false };
  if (!found.readable) {
    const text = Buffer.from(found.bytes).toString();
    return { items: text === '' ? [] : [unreadable('stored', text, now)], mayBeMissing: true };
  }
  const items = found.value.items.map((value, index) => {
    const item = PersistedItem.safeParse(value);
    if (item.success) return item.data;
    return unreadable(`stored ${String(index)}`, textOf(value), now);
  });
  return { items, mayBeMissing: found.value.mayBeMissing };
}

/** Those that there are behind new ones, which get ids of their own: the service may repeat one. */
function withAdded(added: readonly InboxItem[], items: readonly InboxItem[]): readonly InboxItem[] {
  const ownId = ownNames(items.map(({ id }) => id));
  const isNew = new Set(added);
  return withinLimits([...added, ...items]).map((item) =>
    isNew.has(item) ? { ...item, id: ownId(item.id) } : item,
  );
}

/** The newest items of either kind, so that unreadable answers never displace messages. */
function withinLimits(items: readonly InboxItem[]): readonly InboxItem[] {
  let messages = 0;
  let unreadables = 0;
  let characters = 0;
  return items.filter(({ unreadable: isUnreadable, content }) => {
    characters += content.length;
    if (characters > accountBounds.messageCharacters) return false;
    return isUnreadable === true
      ? (unreadables += 1) <= accountBounds.unreadableMessages
      : (messages += 1) <= accountBounds.messages;
  });
}

/**
 * The items of an answer with a successful status. `undefined` for a refusal in the body, and for an
 * answer that is not the service's, such as a page of a proxy: the request may have reached the
 * service all the same. Other bytes that are no list become one item that shows them as they are.
 */
function itemsOf(text: string, receivedAt: number): readonly InboxItem[] | undefined {
  const body = jsonOf(text);
  const answer = Answer.safeParse(body);
  if (answer.success) {
    return answer.data.data.map((value, index) => itemOf(value, index, receivedAt));
  }
  if (Refusal.safeParse(body).success || text.trim() === '' || isMarkup(text)) return undefined;
  return [unreadable('unread', text, receivedAt)];
}

function itemOf(value: unknown, index: number, receivedAt: number): InboxItem {
  if (!isMessage(value)) return unreadable(`unread ${String(index)}`, textOf(value), receivedAt);
  const { id, content } = value;
  return {
    id: `${String(receivedAt)} ${String(id).slice(0, longestId)}`,
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

/** By hand: a schema takes a hundred times as long over what is no message, and there may be many. */
function isMessage(value: unknown): value is { id: number | string; content: string } {
  if (typeof value !== 'object' || value === null || !('id' in value && 'content' in value))
    return false;
  const { id, content } = value;
  return ['number', 'string'].includes(typeof id) && typeof content === 'string';
}

/** A value as JSON; empty for what is nested too deep for that. */
function textOf(value: unknown): string {
  try {
    return JSON.stringify(value);
  } catch {
    return '';
  }
}

function isMarkup(text: string): boolean {
  return /^\s*<(!doctype|!--|\?xml|html|head|body)/i.test(text);
}

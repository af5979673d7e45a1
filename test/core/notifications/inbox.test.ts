import { describe, expect, it } from 'vitest';
import { fail, type Result } from '#contract/failure.ts';
import type { InboxState } from '#contract/ipc/inbox.ts';
import type { ApiClient, CallOptions } from '#core/api/api-client.ts';
import { readAnswer } from '#core/api/answer.ts';
import { api } from '#contract/api/index.ts';
import { Inbox } from '#core/notifications/inbox.ts';
import { createMemoryVault } from '#core/kernel/vault/memory-vault.ts';
import type { HttpResponse, Vault } from '#core/kernel/ports.ts';
import { envelope, errorBody, manualClock, sealedOver } from '#test/core/fakes.ts';

type Take = HttpResponse | 'lost' | 'killed';

/** The inbox of one run on a vault that outlives it; the service gives these answers in turn. */
function run(vault: Vault, ...answers: Take[]) {
  const published: InboxState[] = [];
  let requests = 0;
  const client: ApiClient = {
    call: ((_id: string, _input: unknown, options: CallOptions): Promise<Result<unknown>> => {
      requests += 1;
      const answer = answers.shift() ?? envelope([]);
      if (answer === 'killed') return new Promise(() => undefined);
      if (answer === 'lost') return Promise.resolve(fail('outcome-unknown', { reason: 'cut' }));
      options.onAnswer?.(answer);
      return Promise.resolve(readAnswer(api['notifications.take'], answer));
    }) as ApiClient['call'],
  };
  const inbox = new Inbox({
    client,
    vault: sealedOver(vault),
    clock: manualClock(),
    publish: (state) => published.push(state),
  });
  return { inbox, published, requests: () => requests };
}

const two = envelope([
  { id: 1, content: 'Renew soon' },
  { id: 2, content: 'Скоро продление' },
]);
const contents = (state: InboxState) => state.items.map(({ content }) => content);

describe('notifications', () => {
  it('stay stored once read, over a restart, newest first', async () => {
    const vault = createMemoryVault();
    const first = run(vault, two, envelope([{ id: 3, content: 'Later' }]));
    expect(await first.inbox.check()).toBe(2);
    expect(await first.inbox.check()).toBe(1);
    const state = run(vault).inbox.state();
    expect(contents(state)).toEqual(['Later', 'Renew soon', 'Скоро продление']);
    expect(state).toMatchObject({ unread: 3, mayBeMissing: false });
  });

  it('are marked read one by one', async () => {
    const vault = createMemoryVault();
    const { inbox } = run(vault, two);
    await inbox.check();
    inbox.markRead([inbox.state().items[0]?.id ?? '']);
    expect(run(vault).inbox.state()).toMatchObject({ unread: 1 });
  });

  it('say why none came, until some do or there is nothing new', async () => {
    const refused = errorBody(403, 3, 'FORBIDDEN');
    const { inbox, published } = run(createMemoryVault(), refused, refused, envelope([]));
    await inbox.check();
    expect(inbox.state()).toMatchObject({ failure: { kind: 'forbidden' }, mayBeMissing: false });
    await inbox.check();
    await inbox.check();
    expect(inbox.state().failure).toBeNull();
    expect(published.map(({ failure }) => failure?.kind ?? null)).toEqual(['forbidden', null]);
  });

  it('have one reader: calls that overlap share a request', async () => {
    const { inbox, requests } = run(createMemoryVault(), two);
    expect(await Promise.all([inbox.check(), inbox.check()])).toEqual([2, 2]);
    expect(requests()).toBe(1);
  });

  it('may be missing when the answer was lost, and the inbox says so', async () => {
    const vault = createMemoryVault();
    const { inbox, published } = run(vault, 'lost');
    expect(await inbox.check()).toBe(0);
    expect(published.at(-1)?.mayBeMissing).toBe(true);
    expect(run(vault).inbox.state().mayBeMissing).toBe(true);
  });

  it.each([401, 403, 429])('are not missing after a refusal with %i', async (status) => {
    const vault = createMemoryVault();
    const { inbox } = run(vault, errorBody(status, 9, 'no'));
    expect(await inbox.check()).toBe(0);
    expect(run(vault).inbox.state()).toMatchObject({ items: [], mayBeMissing: false });
  });

  it.each([301, 400, 404, 500])('may be missing after an answer with %i', async (status) => {
    const vault = createMemoryVault();
    const { inbox, published } = run(vault, errorBody(status, 9, 'failed'));
    expect(await inbox.check()).toBe(0);
    expect(published.at(-1)?.mayBeMissing).toBe(true);
    expect(run(vault).inbox.state()).toMatchObject({ items: [], mayBeMissing: true });
  });

  it('that cannot be read are stored and shown as they came', async () => {
    const body = new TextEncoder().encode('{"data":[{"id":1,"content":"half of i');
    const { inbox } = run(createMemoryVault(), { status: 200, headers: {}, body });
    expect(await inbox.check()).toBe(1);
    expect(contents(inbox.state())).toEqual(['{"data":[{"id":1,"content":"half of i']);
  });

  it.each([
    ['a page of a proxy', '<!DOCTYPE html><html><body>Sign in to the network</body></html>', true],
    ['an empty body', '', true],
    ['a refusal', '{"status":false,"statusCode":400,"message":"no"}', true],
  ])('are not created from %s with a successful status', async (_name, text, mayBeMissing) => {
    const body = new TextEncoder().encode(text);
    const { inbox } = run(createMemoryVault(), two, { status: 200, headers: {}, body });
    await inbox.check();
    expect(await inbox.check()).toBe(0);
    expect(contents(inbox.state())).toEqual(['Renew soon', 'Скоро продление']);
    expect(inbox.state().mayBeMissing).toBe(mayBeMissing);
  });

  it('are never displaced by answers that cannot be read', async () => {
    const body = new TextEncoder().encode('[{"id":1');
    const garbage = Array.from({ length: 30 }, () => ({ status: 200, headers: {}, body }));
    const { inbox } = run(createMemoryVault(), two, ...garbage);
    for (let n = 0; n <= garbage.length; n += 1) await inbox.check();
    const { items } = inbox.state();
    expect(items.filter(({ unreadable }) => unreadable).length).toBe(20);
    expect(items.slice(-2).map(({ content }) => content)).toEqual([
      'Renew soon',
      'Скоро продление',
    ]);
  });

  it('are stored beside one of the same answer that cannot be read', async () => {
    const { inbox } = run(createMemoryVault(), envelope([{ id: 1, content: 'Renew soon' }, 7]));
    expect(await inbox.check()).toBe(2);
    expect(inbox.state().items).toMatchObject([
      { content: 'Renew soon' },
      { content: '7', unreadable: true },
    ]);
  });

  it('stay on the disk as they are when the record cannot be parsed', () => {
    const vault = createMemoryVault();
    const items = [
      { id: '1 1', content: 'Renew soon', receivedAt: 1, read: true },
      { id: '1 2', text: 'Later' },
    ];
    sealedOver(vault).write([
      { purpose: 'inbox', name: 'items', value: { items, mayBeMissing: false } },
    ]);
    expect(run(vault).inbox.state().items).toMatchObject([
      { content: 'Renew soon', read: true },
      { content: '{"id":"1 2","text":"Later"}', unreadable: true },
    ]);
    sealedOver(vault).write([{ purpose: 'inbox', name: 'items', value: 'nothing of the kind' }]);
    expect(run(vault).inbox.state()).toMatchObject({
      items: [{ content: '"nothing of the kind"', unreadable: true }],
      mayBeMissing: true,
    });
  });

  it('that came with one id, 26,000 at once, are the newest thousand, each with its own', async () => {
    const messages = Array.from({ length: 26_000 }, (_, n) => ({ id: 7, content: String(n) }));
    const vault = createMemoryVault();
    const { inbox } = run(vault, two, envelope(messages));
    await inbox.check();
    await inbox.check();
    const { items } = run(vault).inbox.state();
    expect(new Set(items.map(({ id }) => id)).size).toBe(1000);
    const newest = messages.slice(0, 1000).map(({ content }) => content);
    expect(items.map(({ content }) => content)).toEqual(newest);
  });

  it('that were received nested 6,000 deep let the inbox open again', async () => {
    const vault = createMemoryVault();
    const text = `{"data":[${'['.repeat(6000)}${']'.repeat(6000)},{"id":1,"content":"Later"}]}`;
    sealedOver(vault).write([{ purpose: 'inbox', name: 'received', value: text }]);
    expect(run(vault).inbox.state().items).toMatchObject([
      { unreadable: true },
      { content: 'Later' },
    ]);
    expect(run(vault).inbox.state().items).toHaveLength(2);
  });

  it('are stored up to a million characters, the newest of them', async () => {
    const vault = createMemoryVault();
    const long = (id: number) => envelope([{ id, content: String(id).repeat(20_000) }]);
    const { inbox } = run(vault, ...Array.from({ length: 60 }, (_, id) => long(id % 10)));
    for (let n = 0; n < 60; n += 1) await inbox.check();
    expect(run(vault).inbox.state().items).toHaveLength(50);
    expect(inbox.state().items[0]?.content[0]).toBe('9');
  });

  it('have ids short enough to be marked as read', async () => {
    const vault = createMemoryVault();
    const { inbox } = run(vault, envelope([{ id: '\ud800'.repeat(500), content: 'a' }]));
    await inbox.check();
    const [item] = inbox.state().items;
    expect(item?.id.length).toBeLessThan(80);
    expect(inbox.markRead([item?.id ?? '']).unread).toBe(0);
  });
});

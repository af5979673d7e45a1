import { fail, ok, type Result } from '#contract/failure.ts';
import {
  openStates,
  purchaseSecrets,
  type PurchaseEntry,
  type PurchaseJournal,
  type PurchaseSecret,
} from '#contract/ipc/purchase-journal.ts';
import { apiKeyPattern } from '#contract/values.ts';
import type { LeavingSecret, SecretWay } from '#core/connections/exports/what-leaves.ts';
import { refuse, type PurchaseContext } from './context.ts';
import { descriptors } from './products/descriptors.ts';
import { isUnsaved, linkIn, retryable, type Entry } from './entry.ts';

/** What a user does with an entry. Each fails with `not-found` for one that is gone. */
export function createEntryActions(context: PurchaseContext) {
  const { journal, pollers } = context;
  return {
    ...createSecretActions(context),
    /** The entry with this ticket, as the window is shown it; `'spent'` for one that was taken off. */
    byTicket: (ticket: string): PurchaseEntry | 'spent' | undefined => {
      const entry = journal.byTicket(ticket);
      if (entry) return context.displayed(entry);
      return journal.isSpent(ticket) ? 'spent' : undefined;
    },
    /** Removes an entry. Fails for one that is open, or holds unsaved secrets. */
    dismiss(id: string): Result<PurchaseJournal> {
      const entry = journal.get(id);
      if (!entry && journal.unreadableText(id) === undefined) return fail('not-found');
      if (entry) {
        const isOpen = openStates.has(entry.state) && !retryable.has(entry.state);
        if (isOpen) return refuse('id', 'open');
        if (isUnsaved(entry)) return refuse('id', 'unsaved');
      }
      pollers.stop(id);
      journal.remove(id, true);
      context.publish();
      return ok(context.list());
    },
    async openLink(id: string): Promise<Result<PurchaseEntry>> {
      const entry = journal.get(id);
      const link = entry && linkIn(entry, context.service);
      if (!link) return fail('not-found');
      if (!link.opens) return refuse('link', 'not-https');
      try {
        await context.shell.openExternal(link.url);
      } catch {
        return fail('unsent');
      }
      pollers.pollNow(id);
      return changed(context, id, { opened: true });
    },
    /** Secrets that were not saved yet were restored from a backup, or were taken back. */
    reload() {
      journal.reload();
      context.publish();
    },
    stopWaiting(id: string): Result<PurchaseEntry> {
      const entry = journal.get(id);
      if (!entry) return fail('not-found');
      if (entry.state !== 'waiting') return refuse('id', 'state');
      pollers.stop(id);
      return changed(context, id, { state: 'stopped', candidates: [] });
    },
    /** Fails with what the service answers; a key that is gone already counts as removed. */
    async removeOrphan(id: string, key: number): Promise<Result<PurchaseEntry>> {
      const { client } = context;
      const entry = journal.get(id);
      if (!entry?.orphans.some((orphan) => orphan.id === key)) return fail('not-found');
      const input = { path: { id: key } };
      const removed = await client.call('apiKeys.delete', input, { priority: 'user' });
      if (!removed.ok && removed.failure.kind !== 'not-found') return removed;
      context.markStale(entry.endpoint);
      const orphans = entry.orphans.filter((orphan) => orphan.id !== key);
      const isLast = orphans.length === 0;
      if (isLast) pollers.stop(id);
      return changed(context, id, { orphans, ...(isLast && { state: 'removed' as const }) });
    },
  };
}

function createSecretActions(context: PurchaseContext) {
  const { journal } = context;
  const copiedUnread = new Set<string>();

  function secretOf(id: string, name: PurchaseSecret): Result<string> {
    const unread = name === 'answer' ? journal.unreadableText(id) : undefined;
    const text = journal.get(id)?.secrets[name] ?? unread;
    return text === undefined ? fail('not-found') : ok(text);
  }

  function held(id: string, name: PurchaseSecret): Result<string> {
    const text = secretOf(id, name);
    if (text.ok) noteHandedOut(id, name);
    return text;
  }

  const isUnread = (id: string) => journal.unreadableText(id) !== undefined;

  function noteHandedOut(id: string, name: PurchaseSecret): void {
    const entry = journal.get(id);
    if (!entry) copiedUnread.add(id);
    else if (!entry.copiedSecrets.includes(name)) {
      journal.put({ ...entry, copiedSecrets: [...entry.copiedSecrets, name] });
    }
  }

  function keyName(id: string): string | undefined {
    const entry = journal.get(id);
    return entry && descriptors[entry.endpoint].holdsApiKey
      ? (entry.input.body?.name ?? '')
      : undefined;
  }

  return {
    held,
    /** `answer` is an unreadable entry's record. Fails for what only a dialog shows. */
    leaving(id: string, name: PurchaseSecret, way: SecretWay): Result<LeavingSecret> {
      const isHidden = keyName(id) !== undefined || (way !== 'copy' && isUnread(id));
      if (isHidden) return refuse('secret', 'shown-by-main');
      const text = held(id, name);
      return text.ok ? ok({ text: text.value }) : text;
    },
    /** The API key for main's dialog; `show` answers whether to copy it. `bad-response` without one. */
    async showKey(
      id: string,
      name: PurchaseSecret,
      show: (keyName: string, key: string) => Promise<Result<boolean>>,
    ): Promise<Result<string | null>> {
      const title = keyName(id);
      const text = secretOf(id, name);
      if (title === undefined) return fail('not-found');
      if (!text.ok) return text;
      const [key] = apiKeyPattern.exec(text.value) ?? [];
      if (key === undefined) return fail('bad-response');
      const answer = await show(title, key);
      if (!answer.ok) return answer;
      noteHandedOut(id, name);
      return ok(answer.value ? key : null);
    },
    /** A secret neither shown nor copied, or an unreadable record not copied; else `null`. */
    whatRemovalLoses(id: string): 'secret' | 'unreadable-entry' | null {
      const entry = journal.get(id);
      if (!entry) {
        const isThere = journal.unreadableText(id) !== undefined;
        return isThere && !copiedUnread.has(id) ? 'unreadable-entry' : null;
      }
      const { secrets, copiedSecrets } = entry;
      const left = purchaseSecrets.filter(
        (name) => secrets[name] !== undefined && !copiedSecrets.includes(name),
      );
      return isUnsaved(entry) && left.length > 0 ? 'secret' : null;
    },
    /** The name of the API key that an entry is about; `undefined` for another entry. */
    keyName,
    markSaved(id: string): Result<PurchaseEntry> {
      const entry = journal.get(id);
      if (!entry) return fail('not-found');
      return isUnsaved(entry)
        ? changed(context, id, { secrets: {}, copiedSecrets: [] })
        : refuse('id', 'nothing-to-save');
    },
  };
}

function changed(
  context: PurchaseContext,
  id: string,
  change: Partial<Entry>,
): Result<PurchaseEntry> {
  const entry = context.update(id, change);
  return entry ? ok(context.displayed(entry)) : fail('not-found');
}

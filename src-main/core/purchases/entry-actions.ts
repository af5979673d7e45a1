import { fail, ok, type Result } from '#contract/failure.ts';
import type {
  PurchaseEntry,
  PurchaseJournal,
  PurchaseSecret,
} from '#contract/ipc/purchase-journal.ts';
import type { EndpointId } from '#contract/api/index.ts';
import type { ApiClient } from '#core/api/api-client.ts';
import { revealFor } from '#core/connections/exports/exports.ts';
import type { Clock, Shell } from '#core/ports.ts';
import { isUnsaved, open, type Entry } from './entry.ts';
import type { Journal } from './journal.ts';
import { linkIn } from './links.ts';
import type { Watches } from './watches.ts';
import { refuse } from './refusal.ts';

/** What a person does with what an entry holds. Each fails with `not-found` for one that is gone. */
export interface Keeping {
  /** Fails for an entry that is open, or holds what nobody has said is saved. */
  dismiss(id: string): Result<PurchaseJournal>;
  reveal(id: string, secret: PurchaseSecret): Result<{ text: string; until: number }>;
  copy(id: string, secret: PurchaseSecret): Promise<Result<{ clearsAt: number | null }>>;
  /** Wipes what the entry holds. */
  markSaved(id: string): Result<PurchaseEntry>;
  /** Fails with the issue `unconfirmed` for a host that the person has not agreed to. */
  openLink(id: string, host: string | undefined): Promise<Result<PurchaseEntry>>;
  stopWaiting(id: string): Result<PurchaseEntry>;
  /** Fails with what the service answers; a key that is gone already counts as removed. */
  removeOrphan(id: string, key: number): Promise<Result<PurchaseEntry>>;
}

export function createKeeping(options: {
  readonly client: ApiClient;
  readonly journal: Journal;
  readonly watches: Watches;
  readonly clock: Clock;
  readonly shell: Pick<Shell, 'openExternal'>;
  /** Address of the service. */
  readonly service: string;
  readonly copy: (text: string) => Promise<number | null>;
  readonly update: (id: string, change: Partial<Entry>) => Entry | undefined;
  readonly show: () => void;
  readonly list: () => PurchaseJournal;
  readonly displayed: (entry: Entry) => PurchaseEntry;
  readonly happened: (row: EndpointId) => void;
}): Keeping {
  const { client, journal, watches, update } = options;

  function secretOf(id: string, name: PurchaseSecret): Result<string> {
    const text = journal.get(id)?.secrets[name];
    return text === undefined ? fail('not-found') : ok(text);
  }

  function changed(id: string, change: Partial<Entry>): Result<PurchaseEntry> {
    const entry = update(id, change);
    return entry ? ok(options.displayed(entry)) : fail('not-found');
  }

  return {
    dismiss(id) {
      const entry = journal.get(id);
      if (!entry) return fail('not-found');
      const decided = entry.state === 'not-seen' || entry.state === 'unclear';
      if (open.has(entry.state) && !decided) return refuse('id', 'open');
      if (isUnsaved(entry)) return refuse('id', 'unsaved');
      watches.stop(id);
      journal.remove(id, true);
      options.show();
      return ok(options.list());
    },

    reveal(id, name) {
      const text = secretOf(id, name);
      return text.ok ? ok({ text: text.value, until: options.clock.now() + revealFor }) : text;
    },

    async copy(id, name) {
      const text = secretOf(id, name);
      return text.ok ? ok({ clearsAt: await options.copy(text.value) }) : text;
    },

    markSaved(id) {
      const entry = journal.get(id);
      if (!entry) return fail('not-found');
      return isUnsaved(entry) ? changed(id, { secrets: {} }) : refuse('id', 'nothing-to-save');
    },

    async openLink(id, host) {
      const entry = journal.get(id);
      const link = entry && linkIn(entry, options.service);
      if (!link) return fail('not-found');
      if (!link.opens) return refuse('link', 'not-https');
      if (!journal.hosts().has(link.host)) {
        if (host !== link.host) return refuse('host', 'unconfirmed');
        journal.confirmHost(link.host);
      }
      try {
        await options.shell.openExternal(link.url);
      } catch {
        return fail('unsent');
      }
      watches.quicken(id);
      return changed(id, {});
    },

    stopWaiting(id) {
      const entry = journal.get(id);
      if (!entry) return fail('not-found');
      if (entry.state !== 'waiting') return refuse('id', 'state');
      watches.stop(id);
      return changed(id, { state: 'stopped', candidates: [] });
    },

    async removeOrphan(id, key) {
      const entry = journal.get(id);
      if (!entry?.orphans.some((orphan) => orphan.id === key)) return fail('not-found');
      const removed = await client.call(
        'apiKeys.delete',
        { path: { id: key } },
        { priority: 'person' },
      );
      if (!removed.ok && removed.failure.kind !== 'not-found') return removed;
      options.happened(entry.row);
      const orphans = entry.orphans.filter((orphan) => orphan.id !== key);
      const over = orphans.length === 0;
      if (over) watches.stop(id);
      return changed(id, { orphans, ...(over && { state: 'removed' as const }) });
    },
  };
}

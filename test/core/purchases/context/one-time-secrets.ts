import type { PurchaseJournal } from '#contract/ipc/purchase-journal.ts';
import type { Purchases } from '#core/purchases/purchases.ts';

/** Texts that the service gives once: none may be lost once it arrived, nor ever reach the window. */
interface OneTimeSecrets {
  /** The answer to an attempt has arrived whole. */
  arrive(attempt: string, body: Uint8Array): void;
  /** A write has reached the disk. */
  written(): void;
  /** What was in the machine's memory alone when it died, nothing can keep. */
  died(): void;
  /** The user gave up what this entry held. */
  giveUp(entry: string): void;
  /** Reports a text that the window was given. */
  checkPublished(journal: PurchaseJournal): void;
  /** Reports a text that is no longer there. */
  checkHeld(purchases: Purchases): void;
}

interface Arrived {
  readonly attempt: string;
  readonly text: string;
  /** A write has reached the disk since. */
  safe: boolean;
}

const shownOnce =
  /"(?:key|promocode|link|private_key|public_key)":"([^"]+)"|"data":"(https:[^"]+)"/g;

export function createOneTimeSecrets(report: (what: string) => void): OneTimeSecrets {
  let arrived: readonly Arrived[] = [];
  /** Entries of which the user gave up what they held. */
  const givenUp = new Set<string>();

  return {
    arrive(attempt, body) {
      const texts = [...new TextDecoder().decode(body).matchAll(shownOnce)];
      const fresh = texts.map(([, one, two]) => ({ attempt, text: one ?? two ?? '', safe: false }));
      arrived = [...arrived, ...fresh];
    },
    written() {
      for (const each of arrived) each.safe = true;
    },
    died() {
      arrived = arrived.filter(({ safe }) => safe);
    },
    giveUp: (entry) => givenUp.add(entry),
    checkPublished(journal) {
      const published = JSON.stringify(journal);
      if (arrived.some(({ text }) => published.includes(text))) {
        report('a secret crossed to the window');
      }
    },
    checkHeld(purchases) {
      const { entries } = purchases.list();
      const held = entries
        .flatMap(({ id, secrets }) => secrets.map(({ name }) => purchases.held(id, name)))
        .map((revealed) => (revealed.ok ? revealed.value : ''))
        .join('\n');
      for (const { attempt, text, safe } of arrived) {
        const [id = ''] = attempt.split('#');
        if (!safe || givenUp.has(id)) continue;
        const entry = entries.find((each) => each.id === id);
        // The link of a payment that was made, and of an account that was linked, is of no more use.
        const used = entry?.state === 'done' && entry.result?.by === 'match';
        if (!held.includes(text) && !(used && text.startsWith('http'))) {
          report(`${attempt}: what was shown once is gone (${entry?.state ?? 'no entry'})`);
        }
      }
    },
  };
}

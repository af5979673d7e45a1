import type { PurchaseEntry } from '#contract/ipc/purchase-journal.ts';
import { attemptOf } from './oracle.ts';

/**
 * Nothing is sent without a person's word, and each word is worth one request: the ticket of a form,
 * or the attempt (`id#attempt`) that a confirmation allows.
 */
export interface Words {
  say(word: string): void;
  /** A request leaves for an entry; complains where no word allows it. Answers its attempt. */
  send(entry: PurchaseEntry): string;
  /** A refusal of an attempt has arrived; the run that it reached may die before it can say so. */
  refuse(attempt: string): void;
  /** A word was answered: nothing happened for it, so it may be said once more. */
  allow(word: string): void;
  /** Whoever waited to hear of the refusals is gone: those words may be said again. */
  allowRefused(): void;
  /** The attempts that were sent for the form with this ticket. */
  attemptsOf(ticket: string): readonly string[];
}

export function createWords(complain: (what: string) => void): Words {
  const said = new Set<string>();
  /** Those for which something was sent that is not certain to have been refused. */
  const spent = new Set<string>();
  const refused = new Set<string>();
  /** Attempt → the word that it was sent for. */
  const sent = new Map<string, string>();
  const attemptsOfTicket = new Map<string, readonly string[]>();

  return {
    say(word) {
      said.add(word);
    },
    send(entry) {
      const { endpoint: row, ticket } = entry;
      const attempt = attemptOf(entry);
      if (sent.has(attempt)) complain(`${attempt} (${row}) was sent twice`);
      const word = entry.attempts === 1 ? ticket : attempt;
      if (spent.has(word)) complain(`${attempt} (${row}) was sent for a word that was used`);
      spent.add(word);
      sent.set(attempt, word);
      if (!said.has(word)) complain(`${attempt} (${row}) was sent without a word`);
      attemptsOfTicket.set(ticket, [...(attemptsOfTicket.get(ticket) ?? []), attempt]);
      return attempt;
    },
    refuse(attempt) {
      refused.add(sent.get(attempt) ?? '');
    },
    allow(word) {
      spent.delete(word);
    },
    allowRefused() {
      for (const word of refused) spent.delete(word);
    },
    attemptsOf: (ticket) => attemptsOfTicket.get(ticket) ?? [],
  };
}

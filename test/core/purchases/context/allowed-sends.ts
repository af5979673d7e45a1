import type { PurchaseEntry } from '#contract/ipc/purchase-journal.ts';
import { attemptOf } from './reference-model.ts';

/** A command allows one request: the ticket of a form, or the attempt (`id#attempt`) that a retry names. */
interface AllowedSends {
  allowOnce(command: string): void;
  /** A request leaves for an entry; reports one that no command allows. Answers its attempt. */
  send(entry: PurchaseEntry): string;
  /** A refusal of an attempt has arrived; the run that it reached may die before it can say so. */
  refuse(attempt: string): void;
  /** A command failed: nothing happened for it, so it may be given once more. */
  allow(command: string): void;
  /** The run that would have reported the refusals has ended: those commands may be sent again. */
  allowRefused(): void;
  /** The attempts that were sent for the form with this ticket. */
  attemptsOf(ticket: string): readonly string[];
}

export function createAllowedSends(report: (what: string) => void): AllowedSends {
  const allowed = new Set<string>();
  /** Those for which something was sent that is not certain to have been refused. */
  const spent = new Set<string>();
  const refused = new Set<string>();
  /** Attempt → the command that it was sent for. */
  const sent = new Map<string, string>();
  const attemptsOfTicket = new Map<string, readonly string[]>();

  return {
    allowOnce: (command) => allowed.add(command),
    send(entry) {
      const { endpoint, ticket } = entry;
      const attempt = attemptOf(entry);
      if (sent.has(attempt)) report(`${attempt} (${endpoint}) was sent twice`);
      const command = entry.attempts === 1 ? ticket : attempt;
      if (spent.has(command))
        report(`${attempt} (${endpoint}) was sent for a command that was used`);
      spent.add(command);
      sent.set(attempt, command);
      if (!allowed.has(command)) report(`${attempt} (${endpoint}) was sent without a command`);
      attemptsOfTicket.set(ticket, [...(attemptsOfTicket.get(ticket) ?? []), attempt]);
      return attempt;
    },
    refuse: (attempt) => refused.add(sent.get(attempt) ?? ''),
    allow: (command) => spent.delete(command),
    allowRefused() {
      for (const command of refused) spent.delete(command);
    },
    attemptsOf: (ticket) => attemptsOfTicket.get(ticket) ?? [],
  };
}

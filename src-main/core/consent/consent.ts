import { fail, ok, type Result } from '#contract/failure.ts';
import type { ConsentDialog } from '#core/ports.ts';
import type { ConsentQuestion } from './question.ts';

/** What needs a user's word that the window cannot give for them. */
export type Consent = ReturnType<typeof createConsent>;

/** One dialog at a time: a second one would lie over the first, or be answered in its place. */
export function createConsent(dialog: ConsentDialog) {
  let isOpen = false;
  /** The services that the user has agreed to in this run. */
  const services = new Set<string>();

  async function alone(show: () => Promise<boolean>): Promise<Result<boolean>> {
    if (isOpen) return fail('declined', { reason: 'asking' });
    isOpen = true;
    try {
      return ok(await show());
    } finally {
      isOpen = false;
    }
  }

  return {
    /**
     * Asks once; about a service, once a run. Fails with `declined` when the user refuses, and
     * unasked, with the reason `asking`, while another question is open.
     */
    async ask(question: ConsentQuestion): Promise<Result<null>> {
      if (question.kind === 'service' && services.has(question.origin)) return ok(null);
      const given = await alone(() => dialog.ask(question));
      if (!given.ok) return given;
      if (!given.value) return fail('declined');
      if (question.kind === 'service') services.add(question.origin);
      return ok(null);
    },
    /** Shows a secret that the window never gets; answers whether the user wants it copied. */
    showKey: (name: string, text: string): Promise<Result<boolean>> =>
      alone(() => dialog.showKey(name, text)),
  };
}

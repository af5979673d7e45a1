import { fail, ok, type Result } from '#contract/failure.ts';
import type { ConsentDialog } from '#core/ports.ts';
import type { ConsentQuestion } from './question.ts';

/** What needs a user's word that the window cannot give for them. */
export interface Consent {
  /**
   * Asks once. Fails with `declined` when the user refuses, and unasked, with the reason `asking`,
   * while another question is open.
   */
  ask(question: ConsentQuestion): Promise<Result<null>>;
  /** Shows a secret that the window never gets; answers whether the user wants it copied. */
  showKey(name: string, text: string): Promise<Result<boolean>>;
}

/** One dialog at a time: a second one would lie over the first, or be answered in its place. */
export function createConsent(dialog: ConsentDialog): Consent {
  let isOpen = false;

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
    async ask(question) {
      const given = await alone(() => dialog.ask(question));
      if (!given.ok) return given;
      return given.value ? ok(null) : fail('declined');
    },
    showKey: (name, text) => alone(() => dialog.showKey(name, text)),
  };
}

import { fail, ok, type Result } from '#contract/failure.ts';
import type { Clock, ConsentDialog } from '#core/kernel/ports.ts';
import type { ConsentQuestion } from '#core/kernel/consent-question.ts';

/** What needs a user's word that the window cannot give for them. */
export type Consent = ReturnType<typeof createConsent>;

/** After this many refusals within `refusalSpan`, no question is asked until the oldest is older than that. */
const maxRefusals = 3;
const refusalSpan = 60_000;

/** One dialog at a time: a second would cover the first, or be answered for it. `onOpen`: whether one is. */
export function createConsent(
  dialog: ConsentDialog,
  clock: Pick<Clock, 'now' | 'monotonic'>,
  onOpen: (open: boolean) => void,
) {
  let open: AbortController | undefined;
  /** The services that the user has agreed to in this run. */
  const services = new Set<string>();
  /** When the user refused, by the monotonic clock. */
  let refusals: readonly number[] = [];

  async function alone(show: (closed: AbortSignal) => Promise<boolean>): Promise<Result<boolean>> {
    if (open !== undefined) return fail('declined', { reason: 'asking' });
    open = new AbortController();
    const { signal } = open;
    onOpen(true);
    try {
      const answer = await show(signal);
      // What a dialog was answered that was to be closed is for an account that may be gone.
      return signal.aborted ? fail('declined') : ok(answer);
    } finally {
      open = undefined;
      onOpen(false);
    }
  }

  /** When the user may be asked again, Unix milliseconds; `undefined` if they may be asked now. */
  function nextQuestionAt(): number | undefined {
    const now = clock.monotonic();
    refusals = refusals.filter((at) => at > now - refusalSpan);
    const oldest = refusals.at(-maxRefusals);
    return oldest === undefined ? undefined : clock.now() + oldest + refusalSpan - now;
  }

  /** Shows a dialog unless three were refused within the last minute. */
  async function seldom(show: () => Promise<Result<boolean>>): Promise<Result<boolean>> {
    const retryAt = nextQuestionAt();
    if (retryAt !== undefined) return fail('declined', { reason: 'refused-often', retryAt });
    const given = await show();
    if (given.ok && !given.value) refusals = [...refusals, clock.monotonic()];
    return given;
  }

  return {
    /** Once a run about a service. Fails with `declined`: refused, `asking` or `refused-often`. */
    async ask(question: ConsentQuestion): Promise<Result<null>> {
      const { kind } = question;
      if (kind === 'service' && services.has(question.service)) return ok(null);
      const show = () => alone((closed) => dialog.ask(question, closed));
      const isUnlocking = kind === 'unlock' || kind === 'passphrase-forgotten';
      const given = isUnlocking ? await show() : await seldom(show);
      if (!given.ok) return given;
      if (!given.value) return fail('declined');
      if (kind === 'service' || kind === 'sign-in') services.add(question.service);
      return ok(null);
    },
    /** Shows a secret that the window never gets; answers whether to copy it. */
    showKey: (name: string, key: string): Promise<Result<boolean>> =>
      seldom(() => alone((closed) => dialog.showKey(name, key, closed))),
    /** Closes any dialog; its answer counts as a refusal, for somebody else may be there. */
    close(): void {
      open?.abort();
    },
  };
}

import type { Result } from '#contract/failure.ts';
import { useI18n } from '#renderer/lib/i18n.ts';
import { useClipboardStore } from '#renderer/lib/stores/clipboard.ts';
import { useAction } from '#renderer/lib/mutations/use-action.ts';

/** Whether something renews by itself, and for how many days; the service wants them with `enabled`. */
interface AutoRenewalChoice {
  readonly enabled: boolean;
  readonly days?: number;
}

/** What is on screen, as it is now. */
interface Renewing {
  readonly on: boolean;
  readonly days: number | null;
  /** Sends a choice for this one, also when another one is on screen by then. */
  readonly send: (choice: AutoRenewalChoice) => Promise<Result<unknown>>;
}

/**
 * Sets auto-renewal and offers to undo that, unless it was on for a number of days that the service
 * did not say.
 */
export function useAutoRenewal(renewing: () => Renewing) {
  const { t } = useI18n();
  const clipboard = useClipboardStore();
  const { busy, error, run, reset } = useAction();
  return {
    busy,
    error,
    reset,
    async set(choice: AutoRenewalChoice): Promise<void> {
      const { on, days, send } = renewing();
      const answer = await run(() => send(choice));
      if (!answer.ok) return;
      const said = t(choice.enabled ? 'renewal.turnedOn' : 'renewal.turnedOff');
      const before = on ? { enabled: true, ...(days !== null && { days }) } : { enabled: false };
      clipboard.say(said, on && days === null ? undefined : () => send(before));
    },
  };
}

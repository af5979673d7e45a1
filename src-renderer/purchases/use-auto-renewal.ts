import { products, type AutoRenewalChoice, type Renewable } from '#contract/products.ts';
import { send } from '#renderer/lib/ipc.ts';
import { useI18n } from '#renderer/lib/i18n.ts';
import { useClipboardStore } from '#renderer/lib/stores/clipboard.ts';
import { useAction } from '#renderer/lib/mutations/use-action.ts';

/** What is on screen, as it is now. */
interface Renewing extends Renewable {
  readonly on: boolean;
  readonly days: number | null;
}

/** Offers to undo it, unless it was on for days that the service did not say. */
export function useAutoRenewal(renewing: () => Renewing) {
  const { t } = useI18n();
  const clipboard = useClipboardStore();
  const { busy, error, run, reset } = useAction();
  return {
    busy,
    error,
    reset,
    async set(choice: AutoRenewalChoice): Promise<void> {
      const { kind, id, on, days } = renewing();
      /** For this one, also when another one is on screen by then. */
      const sendFor = (of: AutoRenewalChoice) => {
        const { endpoint, input } = products[kind].setAutoRenewal(id, of);
        return send(endpoint, input);
      };
      const answer = await run(() => sendFor(choice));
      if (!answer.ok) return;
      const said = t(choice.enabled ? 'renewal.turnedOn' : 'renewal.turnedOff');
      const before = on ? { enabled: true, ...(days !== null && { days }) } : { enabled: false };
      clipboard.say(said, on && days === null ? undefined : () => sendFor(before));
    },
  };
}

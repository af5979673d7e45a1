import { computed } from 'vue';
import type { Result } from '#contract/failure.ts';
import { useRevealedSecret } from '#renderer/composables/use-revealed-secret.ts';
import { useDeviceText } from '#renderer/composables/texts/use-device-text.ts';
import { useFormat } from '#renderer/composables/texts/use-format.ts';
import { useI18n } from '#renderer/i18n.ts';

/** A secret as a QR code; `rows` is null where it is too long for one. */
export interface QrCode {
  readonly rows: readonly string[] | null;
  readonly commandsRemoved?: number;
  /** Where its key is already, as the user said. */
  readonly onDevices?: readonly string[];
}

/** How long a code is shown, milliseconds. */
const shownMs = 30_000;

/**
 * A QR code that is shown for half a minute, and what is said beside it.
 *
 * @param apps the apps that scan it; empty where none is known
 */
export function useQrCode(read: () => Promise<Result<QrCode>>, apps: () => readonly string[]) {
  const { t } = useI18n();
  const { countdown, either } = useFormat();
  const { elsewhere } = useDeviceText();
  const { secret, error, left, show, hide } = useRevealedSecret(async () => {
    const answer = await read();
    return answer.ok
      ? { ok: true, value: { secret: answer.value, until: Date.now() + shownMs } }
      : answer;
  });
  return {
    /** `null` while there is none to show. */
    secret,
    error,
    rows: computed(() => secret.value?.rows ?? null),
    notes: computed(() => [
      apps().length === 0 ? t('form.qrTitle') : t('form.qrApps', { apps: either(apps()) }),
      ...((secret.value?.commandsRemoved ?? 0) > 0 ? [t('commands.removed')] : []),
      ...[elsewhere(secret.value?.onDevices)].filter(Boolean),
      t('form.qrCloses', { seconds: countdown(left.value) }),
    ]),
    show,
    hide,
  };
}

import { computed } from 'vue';
import type { Result } from '#contract/failure.ts';
import type { SecretCodes } from '#contract/ipc/secrets.ts';
import { useRevealedSecret } from './use-revealed-secret.ts';
import { useDeviceText } from '#renderer/lib/texts/use-device-text.ts';
import { useFormat } from '#renderer/lib/texts/use-format.ts';
import { useI18n } from '#renderer/lib/i18n.ts';
import { useClockStore } from '#renderer/lib/stores/clock.ts';
import { useTurningCodes } from './use-turning-codes.ts';

/** How long codes are shown, milliseconds. */
const shownMs = 120_000;

/** QR codes that are shown for two minutes, which apps scan them, and what to know before. */
export function useQrCode(
  read: () => Promise<Result<SecretCodes>>,
  scanners: (answer: SecretCodes) => readonly string[],
  onHide: () => void,
  warning: () => string,
) {
  const { t } = useI18n();
  const clock = useClockStore();
  const { countdown, either } = useFormat();
  const { elsewhere } = useDeviceText();
  const { secret, error, left, show } = useRevealedSecret(async () => {
    const answer = await read();
    return answer.ok
      ? { ok: true, value: { secret: answer.value, until: clock.now() + shownMs } }
      : answer;
  }, onHide);
  const codes = computed(() => secret.value?.codes ?? []);
  const { rows, turn, turnBy } = useTurningCodes(() => codes.value);

  const how = computed(() => {
    if (secret.value === null) return '';
    if (rows.value === null) return t('form.qrTooLong');
    const apps = either(scanners(secret.value));
    if (apps === '') return t('form.qrTitle');
    return t(codes.value.length > 1 ? 'form.qrSeveral' : 'form.qrApps', { apps });
  });

  return {
    /** `null` while there is none to show. */
    secret,
    error,
    rows,
    turn,
    turnBy,
    how,
    warnings: computed(() => {
      const { missed, onDevices, commandsRemoved = 0 } = secret.value ?? {};
      return [
        missed === undefined ? '' : t('form.qrRefused', { apps: missed }),
        elsewhere(onDevices) || warning(),
        commandsRemoved > 0 ? t('commands.removed') : '',
      ].filter(Boolean);
    }),
    closes: computed(() => t('form.qrCloses', { seconds: countdown(left.value) })),
    show,
  };
}

import { computed } from 'vue';
import type { Result } from '#contract/failure.ts';
import type { SecretCodes } from '#contract/ipc/secrets.ts';
import type { Scanners } from '#contract/connections/client-fit.ts';
import { useRevealedSecret } from './use-revealed-secret.ts';
import { useDeviceText } from '#renderer/lib/texts/use-device-text.ts';
import { useFormat } from '#renderer/lib/texts/use-format.ts';
import { useI18n } from '#renderer/lib/i18n.ts';
import { useClockStore } from '#renderer/lib/stores/clock.ts';
import { useTurningCodes } from './use-turning-codes.ts';

/** Nothing is known of what scans a secret. */
export const noScanners: Scanners = { scan: [], refuse: [] };

/** How long codes are shown, milliseconds. */
const shownMs = 120_000;

/** QR codes that are shown for two minutes, and which apps scan them. */
export function useQrCode(
  read: () => Promise<Result<SecretCodes>>,
  scanners: (answer: SecretCodes) => Scanners,
  onHide: () => void,
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

  function scannedBy(): readonly string[] {
    const { scan, refuse } = secret.value === null ? noScanners : scanners(secret.value);
    return [
      scan.length === 0 ? t('form.qrTitle') : t('form.qrApps', { apps: either(scan) }),
      ...(refuse.length === 0 ? [] : [t('form.qrRefused', { apps: either(refuse) })]),
    ];
  }

  return {
    /** `null` while there is none to show. */
    secret,
    error,
    rows,
    turn,
    turnBy,
    notes: computed(() => [
      ...scannedBy(),
      ...(codes.value.length > 1 ? [t('form.qrSeveral', { n: codes.value.length })] : []),
      ...((secret.value?.commandsRemoved ?? 0) > 0 ? [t('commands.removed')] : []),
      ...[elsewhere(secret.value?.onDevices)].filter(Boolean),
      t('form.qrCloses', { seconds: countdown(left.value) }),
    ]),
    show,
  };
}

import { visible } from './connection-text.ts';
import { useI18n } from '#renderer/lib/i18n.ts';

export function useDeviceText() {
  const { t } = useI18n();
  const quoted = (devices: readonly string[]) =>
    devices.map((device) => t('keyDevices.quoted', { device: visible(device) })).join(', ');
  return {
    /** Which devices, as the user called them. */
    quoted,
    /** That what has just left, one or many, has a key that is on these; empty for none. */
    elsewhere: (
      devices: readonly string[] = [],
      key: 'keyDevices.elsewhere' | 'keyDevices.manyElsewhere' = 'keyDevices.elsewhere',
    ) => (devices.length === 0 ? '' : t(key, { devices: quoted(devices) })),
  };
}

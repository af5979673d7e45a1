import { gigabyte, optionStatuses } from '#contract/constants.ts';
import { useI18n } from '#renderer/lib/i18n.ts';
import { visible } from './connection-text.ts';
import { useFormat } from './use-format.ts';

export function useOptionText() {
  const { t } = useI18n();
  const { figure } = useFormat();
  return {
    /** An unknown status is shown as the service sent it. */
    status: (status: string): string => {
      const known = optionStatuses.find((each) => each === status);
      return known === undefined ? visible(status) : t(`paid.status.${known}`);
    },
    gigabytes: (bytes: number): string => t('paid.gb', { n: figure(bytes / gigabyte) }),
  };
}

import { visible } from '#renderer/lib/texts/connection-text.ts';
import { useI18n } from '#renderer/lib/i18n.ts';
import { useEndpointQuery } from './use-endpoint-query.ts';

/** What paid options are called: as the shop calls them, or by their number where it does not. */
export function useOptionNames(isRead = () => true): (optionId: number) => string {
  const { t } = useI18n();
  const tariffs = useEndpointQuery('paidOptions.tariffs', () => (isRead() ? {} : null));
  return (optionId) => {
    const sold = tariffs.data.value?.find(({ id }) => id === optionId);
    const title = sold === undefined ? '' : visible(sold.title ?? '').trim();
    return title === '' ? t('paid.name', { id: optionId }) : title;
  };
}

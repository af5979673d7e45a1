import type { ConnectionSource } from '#contract/ipc/connections.ts';
import type { ShownState } from '#contract/rules/connection-state.ts';
import { useI18n } from '#renderer/lib/i18n.ts';
import { protocolName, visible } from '#renderer/lib/texts/connection-text.ts';
import { useFormat } from '#renderer/lib/texts/use-format.ts';

/** What the values to filter by are called. */
export function useFilterText() {
  const { t } = useI18n();
  const { country } = useFormat();
  return {
    states: (state: ShownState): string => t(`state.${state}`),
    sources: (source: ConnectionSource): string => t(`source.${source}`),
    protocols: protocolName,
    countries: (code: string, place = ''): string =>
      country(code) || visible(place) || code || t('filter.unknownPlace'),
  };
}

import { computed } from 'vue';
import { parseConnectionKey } from '#contract/rules/connection-key.ts';
import type { ConnectionDetail } from '#contract/ipc/connections.ts';
import { useConnectionQuery } from '#renderer/lib/queries/use-connection-query.ts';
import { protocolName, visible } from '#renderer/lib/texts/connection-text.ts';
import { useI18n } from '#renderer/lib/i18n.ts';
import type { ConnectionEndpoints } from './connection-endpoints.ts';

/** What the lines of a connection's changes are called, what each says is so now, and whose it is. */
export function useChangeWords(
  detail: () => ConnectionDetail,
  endpoints: () => ConnectionEndpoints | null,
) {
  const { t } = useI18n();

  const owner = computed(() => {
    const id = parseConnectionKey(detail().key);
    switch (id?.source) {
      case 'subconfig':
        return { to: `/connections/${id.owner}`, label: t('change.toConfig') };
      case 'paid':
        return { to: `/paid-options/${String(id.optionId)}`, label: t('change.toOption') };
      case 'cloud':
      case 'proxy':
        return { to: `/cloud-servers/${String(id.serverId)}`, label: t('change.toServer') };
      default:
        return null;
    }
  });
  const { data: subconfig } = useConnectionQuery(computed(() => detail().subconfig ?? null));
  const subconfigNow = computed(() => {
    if (detail().subconfig === undefined) return '';
    if (detail().subconfig === null) return t('change.noSubconfig');
    const { protocol } = subconfig.value ?? {};
    return protocol === undefined ? t('change.hasSubconfig') : protocolName(protocol);
  });
  const settingsName = computed(() => {
    const { location = false, server = false } = endpoints()?.chooses ?? {};
    if (location) return t('change.settings');
    return t(server ? 'change.settingsHere' : 'change.settingsOwn');
  });
  const settingsNow = computed(() =>
    [protocolName(detail().protocol), visible(detail().place)].filter(Boolean).join(' · '),
  );

  return { owner, settingsName, settingsNow, subconfigNow };
}

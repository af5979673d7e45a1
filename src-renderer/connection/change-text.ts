import { computed } from 'vue';
import { sourceOf, type SettingsRequests } from '#contract/connections/sources.ts';
import { products } from '#contract/products.ts';
import type { ConnectionDetail } from '#contract/ipc/connections.ts';
import { useConnectionQuery } from '#renderer/lib/queries/use-connection-query.ts';
import { protocolName, visible } from '#renderer/lib/texts/connection-text.ts';
import { useI18n } from '#renderer/lib/i18n.ts';

/** What the lines of a connection's changes are called, what each says is so now, and whose it is. */
export function useChangeWords(
  detail: () => ConnectionDetail,
  settings: () => SettingsRequests | undefined,
) {
  const { t } = useI18n();

  const owner = computed(() => {
    const { owner: config, renewable } = sourceOf(detail().key) ?? {};
    if (config !== undefined) return { to: `/connections/${config}`, label: t('change.toConfig') };
    if (renewable === undefined || renewable.kind === 'config') return null;
    const label = t(renewable.kind === 'option' ? 'change.toOption' : 'change.toServer');
    return { to: products[renewable.kind].page(renewable.id), label };
  });
  const { data: subconfig } = useConnectionQuery(computed(() => detail().subconfig ?? null));
  const subconfigNow = computed(() => {
    if (detail().subconfig === undefined) return '';
    if (detail().subconfig === null) return t('change.noSubconfig');
    const { protocol } = subconfig.value ?? {};
    return protocol === undefined ? t('change.hasSubconfig') : protocolName(protocol);
  });
  const settingsName = computed(() => {
    const { location = false, server = false } = settings()?.chooses ?? {};
    if (location) return t('change.settings');
    return t(server ? 'change.settingsHere' : 'change.settingsOwn');
  });
  const settingsNow = computed(() =>
    [protocolName(detail().protocol), visible(detail().place)].filter(Boolean).join(' · '),
  );

  return { owner, settingsName, settingsNow, subconfigNow };
}

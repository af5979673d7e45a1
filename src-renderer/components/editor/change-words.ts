import { computed } from 'vue';
import type { ConnectionDetail } from '#contract/ipc/connections.ts';
import { protocolName, visible } from '#renderer/composables/words/connection-words.ts';
import { useFormat } from '#renderer/composables/words/use-format.ts';
import { useI18n } from '#renderer/i18n.ts';
import { numbersOf, type ConnectionRows } from './connection-rows.ts';

/** What the lines of a connection's changes are called, what each says is so now, and whose it is. */
export function useChangeWords(detail: () => ConnectionDetail, rows: () => ConnectionRows | null) {
  const { t } = useI18n();
  const { number } = useFormat();

  const owner = computed(() => {
    const { key } = detail();
    const [first] = numbersOf(key);
    if (key.startsWith('sub:'))
      return { to: `/connections/${key.slice(4)}`, label: t('change.toConfig') };
    if (key.startsWith('paid:'))
      return { to: `/paid-options/${String(first)}`, label: t('change.toOption') };
    return key.startsWith('config:')
      ? null
      : { to: `/cloud-servers/${String(first)}`, label: t('change.toServer') };
  });
  const subconfigNow = computed(() => {
    if (detail().subconfig === undefined) return '';
    return t(detail().subconfig === null ? 'change.noSubconfig' : 'change.hasSubconfig');
  });
  const renewalNow = computed(() => {
    if (detail().autoRenewal !== true) return t('fact.autoRenewalOff');
    const days = detail().autoRenewalDays;
    return days === null
      ? t('fact.autoRenewalOn')
      : t('fact.autoRenewalDays', { n: number(days) }, days);
  });
  const settingsName = computed(() => {
    const { location = false, server = false } = rows()?.chooses ?? {};
    if (location) return t('change.settings');
    return t(server ? 'change.settingsHere' : 'change.settingsOwn');
  });
  const settingsNow = computed(() =>
    [protocolName(detail().protocol), visible(detail().place)].filter(Boolean).join(' · '),
  );

  return { owner, settingsName, settingsNow, subconfigNow, renewalNow };
}

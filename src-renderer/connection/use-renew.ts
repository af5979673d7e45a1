import { computed, type Ref } from 'vue';
import { useRouter } from 'vue-router';
import type { ConnectionRow } from '#contract/ipc/connections.ts';
import { renewableOf } from '#contract/connections/sources.ts';
import { owningKey } from '#contract/rules/connection-key.ts';
import { renewalPage } from '#renderer/list/row-action.ts';
import { useI18n } from '#renderer/lib/i18n.ts';
import { useConnectionsStore } from '#renderer/lib/stores/connections.ts';

/** What the main button of a connection's page does. */
export type MainAction = 'copy' | 'renew' | 'next' | 'repair' | 'why';

/** How what a connection runs on is renewed; the label is empty where it cannot be. */
export function useRenew(row: Readonly<Ref<ConnectionRow>>) {
  const { t } = useI18n();
  const router = useRouter();
  const connections = useConnectionsStore();
  const renewable = computed(() => renewableOf(row.value.key));

  return {
    label: computed(() => {
      if (renewable.value === undefined) return '';
      return t(renewable.value.kind === 'server' ? 'list.menuRenewServer' : 'shop.renewOpen');
    }),
    /** A subconfig goes by its configuration, on whose page the form is. */
    renew: (): void => {
      const { value: renewed } = renewable;
      const owner = owningKey(row.value.key);
      if (renewed !== undefined && renewed.kind !== 'config')
        void router.push(renewalPage(renewed));
      else {
        connections.renewing = owner;
        if (owner !== row.value.key) void router.push(`/connections/${owner}`);
      }
    },
  };
}

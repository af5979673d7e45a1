import { computed, type Ref } from 'vue';
import { useRouter } from 'vue-router';
import type { ConnectionRow } from '#contract/ipc/connections.ts';
import { renewableOf } from '#contract/connections/sources.ts';
import { owningKey } from '#contract/rules/connection-key.ts';
import { renewalPage } from '#renderer/list/row-action.ts';
import { useI18n } from '#renderer/lib/i18n.ts';
import { useConnectionsStore } from '#renderer/lib/stores/connections.ts';

/** What the main button of a connection's page does. */
export type MainAction = 'copy' | 'check' | 'renew' | 'next' | 'repair' | 'why';

/** Opens a form of its page; a subconfig goes by its configuration, on whose page the forms are. */
export function useOwnForm(row: Readonly<Ref<ConnectionRow>>) {
  const router = useRouter();
  const connections = useConnectionsStore();
  return (form: 'renewing' | 'moving'): void => {
    const { key } = row.value;
    const owner = owningKey(key);
    connections[form] = owner;
    if (owner !== key) void router.push(`/connections/${owner}`);
  };
}

/** How what a connection runs on is renewed; the label is empty where it cannot be. */
export function useRenew(row: Readonly<Ref<ConnectionRow>>) {
  const { t } = useI18n();
  const router = useRouter();
  const open = useOwnForm(row);
  const renewable = computed(() => renewableOf(row.value.key));

  return {
    label: computed(() => {
      if (renewable.value === undefined) return '';
      return t(renewable.value.kind === 'server' ? 'list.menuRenewServer' : 'shop.renewOpen');
    }),
    renew: (): void => {
      const { value: renewed } = renewable;
      if (renewed === undefined || renewed.kind === 'config') open('renewing');
      else void router.push(renewalPage(renewed));
    },
  };
}

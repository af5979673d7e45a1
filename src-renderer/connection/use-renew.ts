import { computed, type Ref } from 'vue';
import { useRouter } from 'vue-router';
import type { ConnectionRow } from '#contract/ipc/connections.ts';
import { renewableOf } from '#contract/connections/sources.ts';
import { products } from '#contract/products.ts';
import { owningKey } from '#contract/rules/connection-key.ts';
import { useI18n } from '#renderer/lib/i18n.ts';
import { useConnectionsStore } from '#renderer/lib/stores/connections.ts';

/** How what a connection runs on is renewed; the label is empty where it cannot be. */
export function useRenew(row: Readonly<Ref<ConnectionRow>>) {
  const { t } = useI18n();
  const router = useRouter();
  const connections = useConnectionsStore();
  const renewable = computed(() => renewableOf(row.value.key));
  const labels = {
    config: 'shop.renewOpen',
    server: 'list.menuRenewServer',
    option: 'why.do.option',
  } as const;

  return {
    label: computed(() => (renewable.value === undefined ? '' : t(labels[renewable.value.kind]))),
    /** A subconfig goes by its configuration, on whose page the form is. */
    renew: (): void => {
      const { kind, id } = renewable.value ?? {};
      const owner = owningKey(row.value.key);
      if (kind === 'server') void router.push(`${products.server.page(id ?? 0)}?renew`);
      else if (kind === 'option') void router.push(products.option.page(id ?? 0));
      else {
        connections.renewing = owner;
        if (owner !== row.value.key) void router.push(`/connections/${owner}`);
      }
    },
  };
}

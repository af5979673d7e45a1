import { useRouter } from 'vue-router';
import type { WhyAction } from '#contract/connections/why-not-working.ts';
import type { ConnectionRow } from '#contract/ipc/connections.ts';
import { products } from '#contract/products.ts';
import { useConnectionActions } from '#renderer/lib/use-connection-actions.ts';
import { useOwnForm } from './use-renew.ts';
import type { Ref } from 'vue';

/** Does what helps a connection; another one and a check have buttons of their own. */
export function useWhyAction(
  row: Readonly<Ref<ConnectionRow>>,
  renew: () => void,
): (action: WhyAction) => void {
  const router = useRouter();
  const open = useOwnForm(row);
  const { copy } = useConnectionActions();

  return (action) => {
    if (action.kind === 'renew') renew();
    else if (action.kind === 'copy') void copy(row.value);
    else if (action.kind === 'move') open('moving');
    else if (action.kind === 'devices') void router.push('/devices');
    else if (action.kind === 'option') void router.push(products.option.page(action.optionId));
    else if (action.kind === 'server' || action.kind === 'create') {
      const { source, protocol } = row.value;
      const query = action.kind === 'create' ? { [source]: protocol } : {};
      void router.push({ path: products.server.page(action.serverId), query });
    }
  };
}

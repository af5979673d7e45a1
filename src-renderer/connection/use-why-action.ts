import { useRouter } from 'vue-router';
import type { WhyAction } from '#contract/connections/why-not-working.ts';
import type { ConnectionRow } from '#contract/ipc/connections.ts';
import { products } from '#contract/products.ts';
import { owningKey } from '#contract/rules/connection-key.ts';
import { useConnectionActions } from '#renderer/lib/use-connection-actions.ts';
import { useConnectionsStore } from '#renderer/lib/stores/connections.ts';
import { useRenew } from './use-renew.ts';
import type { Ref } from 'vue';

/** Does what helps a connection; another one and a check have buttons of their own. */
export function useWhyAction(row: Readonly<Ref<ConnectionRow>>): (action: WhyAction) => void {
  const router = useRouter();
  const connections = useConnectionsStore();
  const { copy } = useConnectionActions();
  const { renew } = useRenew(row);

  /** A subconfig goes by its configuration, on whose page the forms are. */
  function move(): void {
    const { key } = row.value;
    const owner = owningKey(key);
    connections.moving = owner;
    if (owner !== key) void router.push(`/connections/${owner}`);
  }

  return (action) => {
    if (action.kind === 'renew') renew();
    else if (action.kind === 'copy') void copy(row.value);
    else if (action.kind === 'move') move();
    else if (action.kind === 'devices') void router.push('/devices');
    else if (action.kind === 'option') void router.push(products.option.page(action.optionId));
    else if (action.kind === 'server') void router.push(products.server.page(action.serverId));
  };
}

import { fail, ok } from '#contract/failure.ts';
import type { Distance } from '../ports.ts';
import type { CommandsOf, WithAccount } from './command-table.ts';

/** Key pairs for WireGuard, and the delay to a location. */
export function createToolCommands(
  withAccount: WithAccount,
  distance: Distance,
): CommandsOf<'tools'> {
  return {
    'tools.makeKeys': () => withAccount(({ keyTools }) => ok(keyTools.make())),
    'tools.publicKey': ({ pair }) => withAccount(({ keyTools }) => keyTools.publicKey(pair)),
    'tools.copyKey': ({ pair, half, encoding }) =>
      withAccount(({ keyTools }) => keyTools.copy(pair, half, encoding)),
    'tools.revealKey': ({ pair, encoding }) =>
      withAccount(({ keyTools }) => keyTools.reveal(pair, encoding)),
    'tools.reach': ({ location }) =>
      withAccount(async ({ readCache }) => {
        const listed = readCache.cached('locations.list', {})?.value ?? [];
        const address = listed.find(({ id }) => id === location)?.ping_ip ?? null;
        if (address === null) return fail('not-found');
        return ok({ reached: (await distance.measure(address)) ?? null });
      }),
  };
}

import { ok } from '#contract/failure.ts';
import type { CommandsOf, WithAccount } from './command-table.ts';

/** The list of connections, what is done with one or many, and live statistics. */
export function createConnectionCommands({
  withAccount,
  onCopy,
  onQuery,
}: {
  readonly withAccount: WithAccount;
  /** Called when the tray's recent connections may have changed. */
  readonly onCopy: () => void;
  /** Called when the window has received rows. */
  readonly onQuery: () => void;
}): CommandsOf<'connections' | 'stats'> {
  return {
    'connections.query': (query) =>
      withAccount(({ connections }) => {
        onQuery();
        return ok(connections.query(query));
      }),
    'connections.facets': () => withAccount(({ connections }) => ok(connections.facets())),
    'connections.get': ({ key }) => withAccount(({ actions }) => actions.open(key)),
    'connections.copy': ({ key, form, exact }) =>
      withAccount(async ({ actions }) => {
        const copied = await actions.copy(key, form, exact);
        if (copied.ok) onCopy();
        return copied;
      }),
    'connections.save': ({ key, form, exact }) =>
      withAccount(({ actions }) => actions.save(key, form, exact)),
    'connections.reveal': ({ key, form }) =>
      withAccount(({ actions }) => actions.reveal(key, form)),
    'connections.qr': ({ key, form, exact }) =>
      withAccount(({ actions }) => actions.qr(key, form, exact)),
    'connections.commands': ({ key }) => withAccount(({ actions }) => actions.commands(key)),
    'connections.awg': ({ key }) => withAccount(({ actions }) => actions.awg(key)),
    'connections.open': ({ key }) => withAccount(({ actions }) => actions.openInClient(key)),
    'connections.keys': (range) =>
      withAccount(({ connections }) =>
        ok({ keys: connections.query(range).rows.map(({ key }) => key) }),
      ),
    'connections.copyMany': ({ keys }) => withAccount(({ bulk }) => bulk.copy(keys)),
    'connections.saveMany': ({ keys, as, exact }) =>
      withAccount(({ bulk }) => bulk.save(keys, as, exact)),
    'connections.commandsOfMany': ({ keys }) => withAccount(({ bulk }) => ok(bulk.commands(keys))),
    'connections.setTitle': ({ key, title }) =>
      withAccount(({ actions }) => actions.setTitle(key, title)),
    'connections.setFavourite': ({ key, favourite }) =>
      withAccount(({ actions }) => actions.setFavourite(key, favourite)),

    'stats.watch': ({ servers, focus }) =>
      withAccount(({ stats }) => ok(stats.watch(servers, focus))),
  };
}

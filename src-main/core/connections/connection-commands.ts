import { ok } from '#contract/failure.ts';
import type { ConnectionPage, ConnectionQuery } from '#contract/ipc/connections.ts';
import { facetsOf } from '#contract/list/facets.ts';
import { withAccount, type CommandsOf } from '#core/command.ts';
import type { Connections } from './connections.ts';

/** The list of connections, and what is done with one or many. */
export const connectionCommands: CommandsOf<'connections'> = {
  'connections.rows': withAccount(({ connections }, { limit }, { initialList }) => {
    initialList.given();
    return ok(connections.rows(limit));
  }),
  'connections.query': withAccount(({ connections }, query, { initialList }) => {
    initialList.given();
    return ok(pageOf(connections, query));
  }),
  'connections.facets': withAccount(({ connections }, _input, { options }) =>
    ok(facetsOf(connections.sorted(), options.clock.now())),
  ),
  'connections.get': withAccount(({ actions }, { key }) => actions.open(key)),
  'connections.copy': withAccount(async ({ actions }, { key, form, exact }, { tray }) => {
    const copied = await actions.copy(key, form, exact);
    if (copied.ok) tray.changed();
    return copied;
  }),
  'connections.save': withAccount(({ actions }, { key, form, exact }) =>
    actions.save(key, form, exact),
  ),
  'connections.reveal': withAccount(({ actions }, { key, form }) => actions.reveal(key, form)),
  'connections.qr': withAccount(({ actions }, { key, form, exact }) =>
    actions.qr(key, form, exact),
  ),
  'connections.commands': withAccount(({ actions }, { key }) => actions.commands(key)),
  'connections.awg': withAccount(({ actions }, { key }) => actions.awg(key)),
  'connections.open': withAccount(({ actions }, { key }) => actions.openInClient(key)),
  'connections.keys': withAccount(({ connections }, range) =>
    ok({ keys: pageOf(connections, range).rows.map(({ key }) => key) }),
  ),
  'connections.copyMany': withAccount(({ bulk }, { keys }) => bulk.copy(keys)),
  'connections.saveMany': withAccount(({ bulk }, { keys, as, exact }) =>
    bulk.save(keys, as, exact),
  ),
  'connections.commandsOfMany': withAccount(({ bulk }, { keys }) => ok(bulk.commands(keys))),
  'connections.setTitle': withAccount(({ actions }, { key, title }) =>
    actions.setTitle(key, title),
  ),
  'connections.setFavourite': withAccount(({ actions }, { key, favourite }) =>
    actions.setFavourite(key, favourite),
  ),
};

/** Goes with the commands of the paged list. */
function pageOf(connections: Connections, query: ConnectionQuery): ConnectionPage {
  const { offset, limit, locate } = query;
  const found = connections.arranged(query);
  return {
    revision: connections.revision,
    total: found.length,
    all: connections.sorted().length,
    offset,
    rows: found.slice(offset, offset + limit),
    located: locate === undefined ? -1 : found.findIndex(({ key }) => key === locate),
  };
}

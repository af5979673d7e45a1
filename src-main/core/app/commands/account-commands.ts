import { fail, ok } from '#contract/failure.ts';
import { nothingSynced } from '#contract/ipc/sync.ts';
import { exposedRead } from '#core/api/exposed-endpoint.ts';
import { withAccount, type CommandsOf } from './command.ts';

/** What a part of the open account answers as it is. */
export const accountCommands: CommandsOf<
  'sync' | 'cache' | 'inbox' | 'connections' | 'stats' | 'servers' | 'batches' | 'tools'
> = {
  'sync.get': (_, { session }) => ok(session.current()?.sync.state() ?? nothingSynced),
  'sync.refresh': withAccount(async ({ sync }) => ok(await sync.refreshNow('user'))),
  'sync.endPauses': withAccount(({ sync, limiter }) => {
    limiter.endPauses();
    return ok(sync.state());
  }),
  'sync.pause': withAccount(({ sync }, { paused }, { activity }) => {
    activity.change({ paused });
    return ok(sync.state());
  }),

  'cache.read': withAccount(async ({ readCache }, { id, input, maxAge, ahead }) => {
    const read = exposedRead(id, input);
    if (!read.ok) return read;
    const { value } = read;
    if (ahead) return ok(await readCache.readAhead(value.id, value.input));
    return ok(readCache.read(value.id, value.input, maxAge));
  }),

  'inbox.get': withAccount(({ inbox }) => ok(inbox.state())),
  'inbox.markRead': withAccount(({ inbox }, { ids }) => ok(inbox.markRead(ids))),

  'connections.rows': withAccount(async ({ connections }, _input, { activity }) => {
    activity.windowOpened();
    return ok(await connections.rows());
  }),
  'connections.get': withAccount(({ actions }, { key }) => actions.open(key)),
  'connections.save': withAccount(({ actions }, input) => actions.save(input)),
  'connections.awg': withAccount(({ actions }, { key }) => actions.awg(key)),
  'connections.xray': withAccount(({ actions }, { key }) => actions.xray(key)),
  'connections.client': (input, { options }) =>
    ok({ client: options.shell.clientFor(input.scheme) ?? null }),
  'connections.saveMany': withAccount(({ bulk }, { keys, as }) => bulk.save(keys, as)),
  'connections.setFavourites': withAccount(({ actions }, { keys, favourite }) =>
    ok(actions.setFavourites(keys, favourite)),
  ),
  'connections.stopSaving': withAccount(({ bulk }) => ok(bulk.stopSaving())),
  'connections.commandsOfMany': withAccount(({ bulk }, { keys }) => ok(bulk.commands(keys))),
  'connections.setTitle': withAccount(({ actions }, { key, title }) =>
    actions.setTitle(key, title),
  ),
  'connections.setDevices': withAccount(({ actions }, { key, devices }) =>
    actions.setDevices(key, devices),
  ),
  'connections.setNote': withAccount(({ actions }, { key, note }) => actions.setNote(key, note)),
  'connections.forgetCopies': withAccount(({ connections }, _input, { tray }) => {
    connections.forgetCopies();
    tray.changed();
    return ok<true>(true);
  }),

  'stats.watch': withAccount(({ stats }, { servers, focus }) => ok(stats.watch(servers, focus))),
  'servers.get': withAccount(({ serverStates }) => ok(serverStates.all())),

  // Main asks about these itself: what is asked is read first.
  'batches.list': withAccount(({ batches }) => ok(batches.list())),
  'batches.get': withAccount(({ batches }, { id }) => batches.get(id)),
  'batches.plan': withAccount(({ batches }, { request }) => batches.plan(request)),
  'batches.start': withAccount(({ batches }, { request, count, sum }) =>
    batches.start(request, { count, sum }),
  ),
  'batches.stop': withAccount(({ batches }, { id }) => batches.stop(id)),
  'batches.see': withAccount(({ batches }, { id }) => batches.see(id)),
  'batches.dismiss': withAccount(({ batches }, { id }) => batches.dismiss(id)),

  'tools.makeKeys': withAccount(({ keyTools }) => ok(keyTools.make())),
  'tools.publicKey': withAccount(({ keyTools }, { pair }) => keyTools.publicKey(pair)),
  'tools.reach': withAccount(async ({ readCache }, { location }, { options, settings }) => {
    if (!settings.get().checksExplained) return fail('declined');
    const listed = readCache.cached('locations.list', {})?.value ?? [];
    const address = listed.find(({ id }) => id === location)?.ping_ip ?? null;
    if (address === null) return fail('not-found');
    return ok({ ms: (await options.distance.measure(address)) ?? null });
  }),
};

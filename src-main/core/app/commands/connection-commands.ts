import { ok } from '#contract/failure.ts';
import { withAccount, type CommandsOf } from './command.ts';

export const connectionCommands: CommandsOf<'connections'> = {
  'connections.rows': withAccount(async ({ connections }, _input, { opening }) => {
    opening.end();
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
  'connections.setFavourite': withAccount(({ actions }, { key, favourite }) =>
    actions.setFavourite(key, favourite),
  ),
};

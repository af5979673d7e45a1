import { fail, ok } from '#contract/failure.ts';
import { withAccount, type CommandsOf } from './command.ts';

export const toolCommands: CommandsOf<'tools'> = {
  'tools.makeKeys': withAccount(({ keyTools }) => ok(keyTools.make())),
  'tools.publicKey': withAccount(({ keyTools }, { pair }) => keyTools.publicKey(pair)),
  'tools.reach': withAccount(async ({ readCache }, { location }, { options }) => {
    const listed = readCache.cached('locations.list', {})?.value ?? [];
    const address = listed.find(({ id }) => id === location)?.ping_ip ?? null;
    if (address === null) return fail('not-found');
    return ok({ reached: (await options.distance.measure(address)) ?? null });
  }),
};

import { ok } from '#contract/failure.ts';
import { withAccount, type CommandsOf } from './command.ts';

export const draftCommands: CommandsOf<'drafts'> = {
  'drafts.list': withAccount(({ drafts }) => ok({ names: drafts.names() })),
  'drafts.read': withAccount(({ drafts }, { name }) => ok({ text: drafts.read(name) })),
  'drafts.write': withAccount(({ drafts }, { name, text }) => {
    drafts.write(name, text);
    return ok({ names: drafts.names() });
  }),
};

import { ok } from '#contract/failure.ts';
import { withAccount, type CommandsOf } from './command.ts';

/** Many changes one after another. Main asks about them itself: what is asked is read first. */
export const batchCommands: CommandsOf<'batches'> = {
  'batches.list': withAccount(({ batches }) => ok(batches.list())),
  'batches.get': withAccount(({ batches }, { id }) => batches.get(id)),
  'batches.plan': withAccount(({ batches }, { request }) => batches.plan(request)),
  'batches.start': withAccount(({ batches }, { request, count, sum }) =>
    batches.start(request, { count, sum }),
  ),
  'batches.stop': withAccount(({ batches }, { id }) => batches.stop(id)),
  'batches.see': withAccount(({ batches }, { id }) => batches.see(id)),
  'batches.dismiss': withAccount(({ batches }, { id }) => batches.dismiss(id)),
};

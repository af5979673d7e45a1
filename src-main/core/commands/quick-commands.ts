import type { CommandAnswer } from '#contract/ipc.ts';
import type { ExportForm } from '#contract/ipc/connections.ts';
import { ok, type Result } from '#contract/failure.ts';
import { connectionPath } from '../connections/connection.ts';
import type { QuickWindow } from '../ports.ts';
import { quickRows } from '../quick-copy.ts';
import type { CommandsOf, WithAccount } from './command-table.ts';

/** The quick copy window and its shortcut. */
export function createQuickCommands({
  withAccount,
  quickWindow,
  copyElsewhere,
}: {
  readonly withAccount: WithAccount;
  readonly quickWindow: QuickWindow;
  /** Copies for a window other than the main one; the main window is notified. */
  readonly copyElsewhere: (
    key: string,
    form: ExportForm,
  ) => Promise<Result<CommandAnswer<'quick.copy'>>>;
}): CommandsOf<'quick'> {
  return {
    'quick.find': ({ search }) => withAccount((account) => ok(quickRows(account, search))),
    'quick.copy': async ({ key, form }) => {
      const copied = await copyElsewhere(key, form);
      if (copied.ok && (copied.value.commandsRemoved ?? 0) === 0) quickWindow.hide();
      return copied;
    },
    'quick.hide': () => {
      quickWindow.hide();
      return ok(true);
    },
    'quick.open': ({ key }) => {
      quickWindow.hide();
      quickWindow.open(key === null ? '' : connectionPath(key));
      return ok(true);
    },
    'quick.shortcut': () => ok(quickWindow.shortcut()),
    'quick.choosing': ({ choosing }) => {
      quickWindow.setChoosing(choosing);
      return ok(true);
    },
  };
}

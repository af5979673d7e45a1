import type { CommandInput } from '#contract/ipc.ts';
import type { ExportForm } from '#contract/ipc/connections.ts';
import type { Failure } from '#contract/failure.ts';
import { call } from '#renderer/ipc.ts';
import { useI18n } from '#renderer/i18n.ts';
import { useClipboardStore } from '#renderer/stores/clipboard.ts';

/** The extensions of the forms that are files. */
export const fileExtensions: Partial<Record<ExportForm, string>> = { awg: '.conf', xray: '.json' };

/** Saves a form of a connection as a file and says so in the toast; answers the failure, if any. */
export function useSave(): (input: CommandInput<'connections.save'>) => Promise<Failure | null> {
  const { t } = useI18n();
  const clipboard = useClipboardStore();
  return async (input) => {
    const answer = await call('connections.save', input);
    if (!answer.ok) return answer.failure;
    const { name, commandsRemoved = 0 } = answer.value;
    if (name === null) return null;
    const said = t('form.saved', { name });
    clipboard.say(commandsRemoved > 0 ? `${said}. ${t('commands.removed')}` : said);
    return null;
  };
}

import type { CommandInput } from '#contract/ipc.ts';
import type { LeavingForm } from '#contract/ipc/connections.ts';
import type { Failure } from '#contract/failure.ts';
import { call } from './ipc.ts';
import { useDeviceText } from './texts/use-device-text.ts';
import { useI18n } from './i18n.ts';
import { useClipboardStore } from './stores/clipboard.ts';

export const fileExtensions: Partial<Record<LeavingForm, string>> = {
  awg: '.conf',
  xray: '.json',
  'sing-box': '.json',
  mihomo: '.yaml',
};

/** Saves a form of a connection as a file and says so in the toast; answers the failure, if any. */
export function useSave(): (input: CommandInput<'connections.save'>) => Promise<Failure | null> {
  const { t } = useI18n();
  const { elsewhere } = useDeviceText();
  const clipboard = useClipboardStore();
  return async (input) => {
    const answer = await call('connections.save', input);
    if (!answer.ok) return answer.failure;
    const { name, commandsRemoved = 0, onDevices } = answer.value;
    if (name === null) return null;
    const more = [commandsRemoved > 0 ? t('commands.removed') : '', elsewhere(onDevices)];
    const said = more.filter(Boolean).join(' ');
    clipboard.say([t('form.saved', { name }), said].filter(Boolean).join('. '));
    return null;
  };
}

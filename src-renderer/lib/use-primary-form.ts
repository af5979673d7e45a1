import {
  clientsOf,
  primaryForm,
  type HandOver,
  type PrimaryForm,
} from '#contract/connections/primary-form.ts';
import type { ClientName } from '#contract/clients.ts';
import type { ConnectionRow } from '#contract/ipc/connections.ts';
import { useI18n } from './i18n.ts';
import { useClipboardStore } from './stores/clipboard.ts';
import { useSettingsStore } from './stores/settings.ts';
import { useConnectionText } from './texts/connection-text.ts';

type Formed = Pick<ConnectionRow, 'protocol' | 'forms'>;
type Copyable = Pick<ConnectionRow, 'key' | 'title' | 'protocol' | 'place' | 'forms'>;

const secretOf = ({ key }: Pick<ConnectionRow, 'key'>) => ({ of: 'connection', key }) as const;

/** What is copied of a connection where the user names no form, and what its button says. */
export function usePrimaryForm() {
  const { t } = useI18n();
  const words = useConnectionText();
  const clipboard = useClipboardStore();
  const settings = useSettingsStore();

  function formOf(of: Formed, by: HandOver = 'paste'): PrimaryForm | undefined {
    const { pasteApp, scanApp } = settings.state;
    return primaryForm(of, by === 'paste' ? pasteApp : scanApp, by);
  }

  function copy(row: Copyable): Promise<boolean> {
    return clipboard.copy(secretOf(row), {
      key: row.key,
      title: words.title(row),
      said: (copied) => words.copied(copied, row),
      apps: clientsOf(row, 'paste'),
      again: () => copy(row),
    });
  }

  return {
    formOf,
    copy,
    /** "Copy for AmneziaVPN", or where no app was chosen "Copy WireGuard config". */
    copyLabel: (of: Formed): string => {
      const primary = formOf(of);
      if (primary === undefined) return '';
      const { client, form } = primary;
      return client === null ? words.form(form, of).copy : t('form.copyFor', { client });
    },
    isTicked: (row: Pick<ConnectionRow, 'key'>): boolean => clipboard.isTicked(secretOf(row)),
    /** Remembers the app that the user pastes into, or scans with. */
    choose: (client: ClientName | null, by: HandOver) =>
      settings.set(by === 'paste' ? { pasteApp: client } : { scanApp: client }),
  };
}

import {
  clientsOf,
  primaryForm,
  type HandOver,
  type PrimaryForm,
} from '#contract/connections/primary-form.ts';
import type { ClientName } from '#contract/clients.ts';
import type { ConnectionRow } from '#contract/ipc/connections.ts';
import { useI18n } from './i18n.ts';
import { call } from './ipc.ts';
import { useConnectionText } from './texts/connection-text.ts';
import { useSessionStore } from './stores/session.ts';
import { useSettingsStore } from './stores/settings.ts';
import { useToastStore } from './stores/toast.ts';

type Formed = Pick<ConnectionRow, 'protocol' | 'forms'>;
type Copyable = Pick<ConnectionRow, 'key' | 'title' | 'protocol' | 'place' | 'forms'>;

const secretOf = ({ key }: Pick<ConnectionRow, 'key'>) => ({ of: 'connection', key }) as const;

/**
 * What is done to one connection of a list; a failure is shown as a toast. It is copied in its primary
 * form: what is copied where the user names none.
 */
export function useConnectionActions() {
  const { t } = useI18n();
  const words = useConnectionText();
  const toast = useToastStore();
  const session = useSessionStore();
  const settings = useSettingsStore();

  function formOf(of: Formed, by: HandOver = 'paste'): PrimaryForm | undefined {
    const { pasteApp, scanApp } = settings.state;
    return primaryForm(of, by === 'paste' ? pasteApp : scanApp, by);
  }

  async function copy(row: Copyable): Promise<boolean> {
    if (row.forms.length === 0) return false;
    return toast.copy(secretOf(row), {
      key: row.key,
      title: words.title(row),
      said: (copied) => words.copied(copied, row),
      apps: clientsOf(row, 'paste'),
      again: () => copy(row),
    });
  }

  const setFavourite = ({ key }: ConnectionRow, favourite: boolean) =>
    session.inAccount(() => call('connections.setFavourites', { keys: [key], favourite }));

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
    isTicked: (row: Pick<ConnectionRow, 'key'>): boolean => toast.isTicked(secretOf(row)),
    /** Remembers the app that the user pastes into, or scans with. */
    choose: (client: ClientName | null, by: HandOver) =>
      settings.set(by === 'paste' ? { pasteApp: client } : { scanApp: client }),
    toggleFavourite: async (row: ConnectionRow): Promise<void> => {
      const answer = await setFavourite(row, !row.favourite);
      if (!answer.ok) toast.fail(answer.failure);
      // A star that was taken away by mistake is hard to find again; one too many is plain to see.
      else if (row.favourite) {
        toast.say(t('connection.favourite.removed', { title: words.title(row) }), () =>
          setFavourite(row, true),
        );
      }
    },
  };
}

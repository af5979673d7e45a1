import type { CloudLocation, CloudServer } from '#contract/records/cloud-servers.ts';
import { cloudServerTitle } from '#contract/rules/server-name.ts';
import { visible } from '#renderer/lib/texts/connection-text.ts';
import { useStateText } from '#renderer/lib/texts/state-text.ts';
import { useFormat } from '#renderer/lib/texts/use-format.ts';
import { useI18n } from '#renderer/lib/i18n.ts';
import { useClockStore } from '#renderer/lib/stores/clock.ts';
import { useServersStore } from '#renderer/lib/stores/servers.ts';

type Named = Pick<CloudServer, 'id' | 'hostname' | 'url'>;

/** The state of active cloud servers; of another one there is only the service's word. */
export function useServerState() {
  const clock = useClockStore();
  const servers = useServersStore();
  const { word } = useStateText();

  return ({ id }: Pick<CloudServer, 'id'>) => {
    const found = servers.stateOf(id);
    const isDated = found.state === 'unknown';
    return {
      state: found.state,
      said: word(found, clock.minute),
      /** When what is said was seen, Unix milliseconds; `null` where no age is said. */
      seen: isDated && found.online !== 'unknown' ? found.since : null,
    };
  };
}

/** What a cloud server and its status are called. */
export function useServerText() {
  const { t } = useI18n();
  const { locationName } = useFormat();
  return {
    /** As it is called everywhere, else its number. */
    name: (server: Named, location: CloudLocation | undefined): string =>
      visible(cloudServerTitle(server, locationName(location))) ||
      t('cloud.unnamed', { id: server.id }),
    /** A status of the specification in words, another one as the service gives it. */
    status: (status: string): string => {
      if (status === 'ordered' || status === 'purchased' || status === 'active')
        return t(`cloud.status.${status}`);
      return visible(status);
    },
  };
}

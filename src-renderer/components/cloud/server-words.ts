import type { CloudLocation, CloudServer } from '#contract/records/cloud-servers.ts';
import { visible } from '#renderer/composables/words/connection-words.ts';
import { useConnectionState } from '#renderer/composables/use-connection-state.ts';
import { useI18n } from '#renderer/i18n.ts';
import { useClockStore } from '#renderer/stores/clock.ts';
import { useStatsStore } from '#renderer/stores/stats.ts';

type Named = Pick<CloudServer, 'id' | 'hostname'>;

/** The state of active cloud servers; of another one there is only the service's word. */
export function useServerState() {
  const clock = useClockStore();
  const stats = useStatsStore();
  const { stateOf, word } = useConnectionState();

  return (server: Pick<CloudServer, 'id' | 'is_online' | 'expires_at'>) => {
    const name = `cloud:${String(server.id)}`;
    const online = server.is_online ? 'online' : 'offline';
    const subject = { server: name, online, expiresAt: server.expires_at } as const;
    const found = stateOf(subject, stats.known.get(name), clock.minute);
    return { state: found.state, said: word(found, clock.minute) };
  };
}

/** What a cloud server and its status are called. */
export function useServerWords() {
  const { t } = useI18n();
  return {
    /** Its hostname, else where it is, else its number. */
    name: (server: Named, location: CloudLocation | undefined): string =>
      visible(server.hostname ?? '') ||
      visible(location?.title ?? '') ||
      t('cloud.unnamed', { id: server.id }),
    /** A status of the specification in words, another one as the service gives it. */
    status: (status: string): string => {
      if (status === 'ordered' || status === 'purchased' || status === 'active')
        return t(`cloud.status.${status}`);
      return visible(status);
    },
  };
}

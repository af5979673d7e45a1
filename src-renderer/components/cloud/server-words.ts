import type { CloudLocation, CloudServer } from '#contract/records/cloud-servers.ts';
import { visible } from '#renderer/composables/words/connection-words.ts';
import { useI18n } from '#renderer/i18n.ts';

type Named = Pick<CloudServer, 'id' | 'hostname'>;

/** A cloud server as far as its state is derived from it. */
export function stateSubject(server: Pick<CloudServer, 'id' | 'is_online' | 'expires_at'>) {
  return {
    server: `cloud:${String(server.id)}`,
    online: server.is_online ? ('online' as const) : ('offline' as const),
    expiresAt: server.expires_at,
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

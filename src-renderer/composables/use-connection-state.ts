import type { OnlineState } from '#contract/ipc/connections.ts';
import type { ServerStats } from '#contract/ipc/stats.ts';
import { isRebootOver } from '#contract/reboot.ts';
import { connectionState, type StateOfConnection } from '#contract/rules/connection-state.ts';
import { useFormat } from '#renderer/composables/words/use-format.ts';
import { useI18n } from '#renderer/i18n.ts';
import { useRebootsStore } from '#renderer/stores/reboots.ts';
import { useSyncStore } from '#renderer/stores/sync.ts';

/** What the state of a connection or a cloud server is derived from, beside what the app knows. */
interface Subject {
  /** As in `ConnectionRow.server`. */
  readonly server: string | null;
  readonly online: OnlineState;
  /** Unix seconds. */
  readonly expiresAt: number | null;
}

/** The one state of connections and servers, and the word for it. */
export function useConnectionState() {
  const { t } = useI18n();
  const { ago } = useFormat();
  const sync = useSyncStore();
  const reboots = useRebootsStore();

  function isRebooting(server: string | null, stats: ServerStats | undefined, now: number) {
    const id = /^cloud:(\d+)$/.exec(server ?? '')?.[1];
    const reboot = id === undefined ? undefined : reboots.of(Number(id));
    return reboot !== undefined && !isRebootOver(reboot, stats, now);
  }

  return {
    isRebooting,
    /** @param now Unix milliseconds */
    stateOf: (
      { server, online, expiresAt }: Subject,
      stats: ServerStats | undefined,
      now: number,
    ): StateOfConnection =>
      connectionState({
        online,
        listedAt: sync.state.refreshedAt,
        expiresAt,
        reading: stats,
        rebooting: isRebooting(server, stats, now),
        offline: sync.offline,
        now,
      }),
    /** "Online"; of what nothing recent tells of, what was seen last: "Online 5 min ago". */
    word: ({ state, online, since }: StateOfConnection, now: number): string =>
      state !== 'unknown' || online === 'unknown' || since === null
        ? t(`state.${state}`)
        : t('online.seen', { state: t(`online.${online}`), age: ago(since, now) }),
  };
}

import { isAboutServer } from '#contract/check-result.ts';
import type { ConnectionRow } from '#contract/ipc/connections.ts';
import type { StateOfConnection } from '#contract/rules/connection-state.ts';
import { useFormat } from './use-format.ts';
import { useI18n } from '#renderer/lib/i18n.ts';

/** The words for the one state that main derives of connections and servers. */
export function useStateText() {
  const { t } = useI18n();
  const { ago } = useFormat();
  /** "Online"; without a recent measurement the last one: "Online 5 min ago". */
  function word({ state, online, since }: StateOfConnection, now: number): string {
    return state !== 'unknown' || online === 'unknown' || since === null
      ? t(`state.${state}`)
      : t(`online.seen.${online}`, { age: ago(since, now) });
  }

  /** The same of a connection: beside an older check that failed it is the server that is online. */
  function wordOf({ state, check }: Pick<ConnectionRow, 'state' | 'check'>, now: number): string {
    const failed = check && isAboutServer(check.result) && check.result.outcome !== 'answers';
    const isServerAlone = failed && (state.state === 'usable' || state.state === 'expiring');
    return isServerAlone ? t('online.server') : word(state, now);
  }

  return { word, wordOf };
}

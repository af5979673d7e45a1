import type { StateOfConnection } from '#contract/rules/connection-state.ts';
import { useFormat } from './use-format.ts';
import { useI18n } from '#renderer/lib/i18n.ts';

/** The words for the one state that main derives of connections and servers. */
export function useStateText() {
  const { t } = useI18n();
  const { ago } = useFormat();
  return {
    /** "Online"; without a recent measurement the last one: "Online 5 min ago". */
    word: ({ state, online, since }: StateOfConnection, now: number): string =>
      state !== 'unknown' || online === 'unknown' || since === null
        ? t(`state.${state}`)
        : t('online.seen', { state: t(`online.${online}`), age: ago(since, now) }),
  };
}

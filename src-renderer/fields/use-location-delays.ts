import { computed, onScopeDispose, ref, shallowRef, useId } from 'vue';
import type { Failure } from '#contract/failure.ts';
import { call } from '#renderer/lib/ipc.ts';
import { useI18n } from '#renderer/lib/i18n.ts';
import { useFormat } from '#renderer/lib/texts/use-format.ts';
import { useChecksStore } from '#renderer/lib/stores/checks.ts';

interface MeasurableLocation {
  readonly id: number;
  /** Address to measure; `null` where the service gives none. */
  readonly ping_ip: string | null;
}

const atOnce = 4;

/** Measures how far locations are from this computer, on demand, and says it in words. */
export function useLocationDelays(locations: () => readonly MeasurableLocation[]) {
  const { t } = useI18n();
  const { number, figure } = useFormat();
  const checks = useChecksStore();
  const form = useId();
  /** The result of each measurement; absent: not measured, `null`: no answer. */
  const found = shallowRef<ReadonlyMap<number, number | null>>(new Map());
  const waiting = ref(0);
  const failure = shallowRef<Failure | null>(null);
  let alive = true;
  onScopeDispose(() => {
    alive = false;
  });
  const measurable = computed(() =>
    locations()
      .filter(({ ping_ip }) => ping_ip !== null)
      .map(({ id }) => id),
  );

  async function measureNext(left: number[]): Promise<void> {
    for (let id = left.shift(); id !== undefined && alive; id = left.shift()) {
      const answer = await call('tools.reach', { location: id });
      waiting.value -= 1;
      if (answer.ok) found.value = new Map([...found.value, [id, answer.value.ms]]);
      else failure.value = answer.failure;
    }
  }

  async function measure(): Promise<void> {
    const left = [...measurable.value];
    waiting.value = left.length;
    found.value = new Map();
    failure.value = null;
    await Promise.all(Array.from({ length: atOnce }, () => measureNext(left)));
  }

  function delay(ms: number): string {
    if (ms < 1) return t('tools.underOne');
    return t('check.ms', { n: ms < 10 ? figure(ms) : number(Math.round(ms)) });
  }

  return {
    found,
    /** How many are not answered yet. */
    waiting,
    /** Why the last measurement that failed did. */
    failure,
    canMeasure: computed(() => measurable.value.length > 0),
    /** The question before the first measurement is shown. */
    asks: computed(() => checks.question?.one === form),
    measure: () => {
      checks.askToMeasure(form, measure);
    },
    delay,
    /** "34 ms", "no answer", "–" where others were measured; empty before. */
    said: (id: number): string => {
      const reached = found.value.get(id);
      if (reached === undefined) return found.value.size > 0 && waiting.value === 0 ? '–' : '';
      return reached === null ? t('tools.noAnswer') : delay(reached);
    },
  };
}

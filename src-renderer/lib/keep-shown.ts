import { watch, type Ref } from 'vue';

/** What a form shows as chosen stays so: what is gone when it is read again gives place to no other. */
export function keepShown<Value>(
  chosen: Ref<Value | null>,
  shown: () => Value | null | undefined,
): void {
  watch([() => chosen.value, () => shown()], () => (chosen.value ??= shown() ?? null), {
    immediate: true,
  });
}

import { computed, nextTick, ref, useId, type Ref } from 'vue';

/** How many options a key moves by. */
const steps: Readonly<Record<string, number>> = {
  ArrowDown: 1,
  ArrowUp: -1,
  PageDown: 8,
  PageUp: -8,
};

/** The first option until the user moves to another, which stays while the list changes. */
export function useCurrentOption<Option>(
  options: Readonly<Ref<readonly Option[]>>,
  keyOf: (option: Option) => string,
) {
  const id = useId();
  const idAt = (index: number) => `${id}-${String(index)}`;
  const chosen = ref<string | null>(null);
  const at = computed(() => {
    const index = options.value.findIndex((option) => keyOf(option) === chosen.value);
    return Math.max(0, index);
  });
  /** Where the pointer was last seen on the list, in pixels of the screen. */
  let pointer: string | null = null;

  function choose(option: Option | undefined): void {
    chosen.value = option === undefined ? null : keyOf(option);
  }

  return {
    /** Id of the list, of each of its options, and of the current one, if there is any. */
    id,
    idAt,
    activeId: computed(() => (options.value.length > 0 ? idAt(at.value) : undefined)),
    at,
    current: computed(() => options.value[at.value]),
    chooseFirst: (): void => {
      chosen.value = null;
      pointer = null;
    },
    /** What is current stays current, also where it is the first one and another takes its place. */
    keep: (): void => {
      choose(options.value[at.value]);
    },
    /** A step of one goes round at the ends, a longer one stops there. Answers whether the key moves. */
    moveByKey: (key: string): boolean => {
      const by = steps[key];
      if (by === undefined) return false;
      const { length } = options.value;
      const target = at.value + by;
      const isStep = Math.abs(by) === 1;
      const inList = Math.min(Math.max(target, 0), length - 1);
      choose(options.value[isStep ? (target + length) % length : inList]);
      void nextTick(() => {
        document.getElementById(idAt(at.value))?.scrollIntoView({ block: 'nearest' });
      });
      return true;
    },
    /** A pointer that rests where the list appears chooses nothing; one that moves does. */
    point: (option: Option, { screenX, screenY }: PointerEvent): void => {
      const here = `${String(screenX)} ${String(screenY)}`;
      if (pointer !== null && pointer !== here) choose(option);
      pointer = here;
    },
  };
}

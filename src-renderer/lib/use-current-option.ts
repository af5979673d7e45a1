import { computed, ref, type Ref } from 'vue';

/** The first option until the user moves to another, which stays while the list changes. */
export function useCurrentOption<Option>(
  options: Readonly<Ref<readonly Option[]>>,
  keyOf: (option: Option) => string,
) {
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
    /** A step of one goes round at the ends of the list; a longer one stops there. */
    moveBy: (by: number): void => {
      const { length } = options.value;
      const target = at.value + by;
      const isStep = Math.abs(by) === 1;
      const inList = Math.min(Math.max(target, 0), length - 1);
      choose(options.value[isStep ? (target + length) % length : inList]);
    },
    /** A pointer that rests where the list appears chooses nothing; one that moves does. */
    point: (option: Option, { screenX, screenY }: PointerEvent): void => {
      const here = `${String(screenX)} ${String(screenY)}`;
      if (pointer !== null && pointer !== here) choose(option);
      pointer = here;
    },
  };
}

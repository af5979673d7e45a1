import { computed, ref } from 'vue';
import { useSettingsStore } from './stores/settings.ts';

/** Where the width of a list is stored. */
type WidthSetting = 'connectionsWidth' | 'entriesWidth';

/** How wide a list is beside its detail: as it was left, or is held. Pixels. */
export function useListWidth(setting: WidthSetting, least: number, leastBeside: number) {
  const settings = useSettingsStore();
  /** Until it is stored; `null` is the usual width. */
  const held = ref<number | null>();
  const width = computed(() => (held.value === undefined ? settings.state[setting] : held.value));

  async function keep(newWidth: number | null): Promise<void> {
    held.value = newWidth;
    await settings.set(
      setting === 'connectionsWidth' ? { connectionsWidth: newWidth } : { entriesWidth: newWidth },
    );
    if (held.value === newWidth) held.value = undefined;
  }

  return {
    /** For the element whose columns they are; `--list-width` is absent for the usual one. */
    style: computed(() => ({
      '--list-least': `${String(least)}px`,
      '--list-beside': `${String(leastBeside)}px`,
      ...(width.value !== null && { '--list-width': `${String(width.value)}px` }),
    })),
    /** Props and events of the edge. */
    edge: {
      least,
      leastBeside,
      onMove: (newWidth: number): void => {
        held.value = newWidth;
      },
      onKeep: (): void => {
        if (typeof held.value === 'number') void keep(held.value);
      },
      onReset: (): void => {
        void keep(null);
      },
    },
  };
}

import { ref, useTemplateRef } from 'vue';
import { giveFocusBack } from './give-focus-back.ts';

/**
 * A question or form that a button opens, and that gives the focus back to it.
 *
 * @param opener the button, or the name of its reference in the template
 */
export function useDisclosure(
  opener: string | (() => HTMLElement | null | undefined),
  onClose: () => void = () => undefined,
) {
  const open = ref(false);
  const named = typeof opener === 'string' ? useTemplateRef<{ $el: HTMLElement }>(opener) : null;
  return {
    open,
    /** Answers whether the focus went with it. */
    close: (): Promise<boolean> =>
      giveFocusBack(
        () => {
          open.value = false;
          onClose();
        },
        typeof opener === 'string' ? () => named?.value?.$el : opener,
      ),
  };
}

import { ref, useTemplateRef } from 'vue';
import { giveFocusBack } from './give-focus-back.ts';

/** A question or form that a button opens, and that gives the focus back to it. */
export function useDisclosure(button: string, onClose: () => void = () => undefined) {
  const open = ref(false);
  const opener = useTemplateRef<{ $el: HTMLElement }>(button);
  return {
    open,
    /** Answers whether the focus went with it. */
    close: (): Promise<boolean> =>
      giveFocusBack(
        () => {
          open.value = false;
          onClose();
        },
        () => opener.value?.$el,
      ),
  };
}

import { ref, useTemplateRef } from 'vue';
import { giveFocusBack } from './give-focus-back.ts';

/**
 * A question or a form that a button opens. Closed, it gives the focus back to that button.
 *
 * @param button the name of the button's template ref
 * @param onClose called when it is closed, for example to take an error away
 */
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

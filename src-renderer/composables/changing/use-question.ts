import { nextTick, ref, useTemplateRef } from 'vue';

/**
 * A question, or a form, that a button opens. Left, it gives the focus back to that button.
 *
 * @param button the name of the button's template ref
 * @param forget what went wrong in there, once it is left
 */
export function useQuestion(button: string, forget: () => void = () => undefined) {
  const asking = ref(false);
  const opener = useTemplateRef<{ $el: HTMLElement }>(button);
  return {
    asking,
    leave: async (): Promise<void> => {
      asking.value = false;
      forget();
      await nextTick();
      opener.value?.$el.focus();
    },
  };
}

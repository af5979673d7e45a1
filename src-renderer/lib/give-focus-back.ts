import { nextTick } from 'vue';

/**
 * Closes a form or a question, and gives the focus to the control that opened it, unless the user went
 * elsewhere: what it waited for may come late. Answers whether the focus went with what was closed.
 *
 * @param opener is requested after the closing: it may be new
 */
export async function giveFocusBack(
  close: () => void,
  opener: () => HTMLElement | null | undefined,
): Promise<boolean> {
  const { activeElement: before, body } = document;
  close();
  await nextTick();
  const isGone = before === body || before?.isConnected !== true;
  if (isGone) opener()?.focus();
  return isGone;
}

import { nextTick, type Directive } from 'vue';

const mark = 'data-focus-next';
const parts = 'section, article, form, fieldset, [role=dialog], main';

/**
 * What takes the focus of a control that goes, the best first: of a form in an item of a list the control before
 * it, which opened it; the next one in its list or group; else what it is in.
 */
function heirsOf(element: HTMLElement): (Element | null | undefined)[] {
  const group = element.closest('ul, ol, [role=group]');
  const marked = [...(group?.querySelectorAll(`[${mark}]`) ?? [])];
  const at = marked.indexOf(element);
  const before = marked.slice(0, Math.max(0, at)).reverse();
  const item = element.closest('form')?.closest('li');
  const openers = before.filter((each) => item?.contains(each));
  const around: Element[] = [];
  for (let part = element.closest(parts); part; part = part.parentElement?.closest(parts) ?? null)
    around.push(part);
  return [...openers, ...marked.slice(at + 1), ...before, ...around];
}

/**
 * For what goes by what is done in it: the focus goes to the element that the value names then, else to the
 * next control of its list or group, else to the part of the page that it was in.
 */
export const vFocusNext: Directive<HTMLElement, (() => Element | null | undefined) | undefined> = {
  mounted(element) {
    element.setAttribute(mark, '');
  },
  beforeUnmount(element, { value }) {
    if (!element.contains(document.activeElement)) return;
    const around = heirsOf(element);
    void nextTick(() => {
      const { activeElement: active, body } = document;
      if (active !== body && !element.contains(active)) return;
      const heirs = [value?.(), ...around, document.querySelector('main')];
      const heir = heirs.find((one) => one?.isConnected === true && one.checkVisibility());
      if (!(heir instanceof HTMLElement)) return;
      if (!heir.hasAttribute(mark)) heir.tabIndex = -1;
      heir.focus();
    });
  },
};

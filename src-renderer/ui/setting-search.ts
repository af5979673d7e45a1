import {
  computed,
  inject,
  onBeforeUnmount,
  provide,
  shallowReactive,
  watch,
  type InjectionKey,
  type Ref,
} from 'vue';
import { folded, searchItems } from '#contract/rules/search.ts';
import { useI18n } from '#renderer/lib/i18n.ts';

interface SettingSearch {
  /** What is typed; empty where nothing is searched. */
  readonly text: Readonly<Ref<string>>;
  /** The settings that are found, each by an object of its own. */
  readonly found: Set<object>;
}

const searchKey: InjectionKey<SettingSearch> = Symbol('search of the settings');
const titleKey: InjectionKey<string> = Symbol('title of the section');

/** Lets the settings below be found by what is typed; answers whether none is. */
export function provideSettingSearch(text: Readonly<Ref<string>>): Readonly<Ref<boolean>> {
  const found = shallowReactive(new Set<object>());
  provide(searchKey, { text, found });
  return computed(() => text.value.trim() !== '' && found.size === 0);
}

/** Lets the settings below be found by the title of their section too; answers whether any is searched. */
export function provideSettingTitle(title: string): Readonly<Ref<boolean>> {
  provide(titleKey, title);
  const search = inject(searchKey, undefined);
  return computed(() => (search?.text.value.trim() ?? '') !== '');
}

/** Other words for what a text is about: each line of them is of one thing. */
function otherWords(text: string, lines: string): string {
  const plain = (of: string) =>
    ` ${folded(of)
      .split(/[^\p{L}]+/u)
      .join(' ')}`;
  const words = plain(text);
  return lines
    .split('\n')
    .filter((line) => line.split(', ').some((word) => words.includes(plain(word))))
    .join('\n');
}

/** Whether it is not searched for. One that is found opens what it is folded away in. */
export function useSettingHidden(
  text: () => string,
  element: Readonly<Ref<HTMLElement | null>>,
): Readonly<Ref<boolean>> {
  const { t } = useI18n();
  const search = inject(searchKey, undefined);
  const title = inject(titleKey, '');
  const typed = computed(() => search?.text.value ?? '');
  const hidden = computed(
    () =>
      searchItems([text()], typed.value, (one) => [
        one,
        `${title}\n${otherWords(one, t('settings.otherWords'))}`,
      ]).length === 0,
  );
  const self = {};
  watch(
    [typed, hidden],
    () => {
      if (hidden.value) search?.found.delete(self);
      else search?.found.add(self);
      if (typed.value.trim() !== '' && !hidden.value) unfold(element.value);
    },
    { immediate: true },
  );
  onBeforeUnmount(() => search?.found.delete(self));
  return hidden;
}

/** Opens the disclosure that an element is in. */
export function unfold(element: HTMLElement | null): void {
  const folded = element?.closest('details');
  if (folded) folded.open = true;
}

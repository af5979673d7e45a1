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
  /** The settings on the page, each by an object of its own, and what each is searched by. */
  readonly rows: Map<object, Readonly<Ref<readonly [string, string]>>>;
  readonly found: Readonly<Ref<ReadonlySet<object>>>;
}

const searchKey: InjectionKey<SettingSearch> = Symbol('search of the settings');
const titleKey: InjectionKey<string> = Symbol('title of the section');

/** Lets the settings below be found by what is typed; answers whether none is. */
export function provideSettingSearch(text: Readonly<Ref<string>>): Readonly<Ref<boolean>> {
  const rows = shallowReactive<SettingSearch['rows']>(new Map());
  const found = computed(
    () =>
      new Set(searchItems([...rows], text.value, ([, texts]) => texts.value).map(([row]) => row)),
  );
  provide(searchKey, { text, rows, found });
  return computed(() => text.value.trim() !== '' && found.value.size === 0);
}

/** Lets the settings below be found by the title of their section too; answers whether any is searched. */
export function provideSettingTitle(title: string): Readonly<Ref<boolean>> {
  provide(titleKey, title);
  const search = inject(searchKey, undefined);
  return computed(() => (search?.text.value.trim() ?? '') !== '');
}

/** What a setting is searched by: its row, its section, and of `lines` those with other words for it. */
export function settingTexts(text: string, title: string, lines: string) {
  const plain = (of: string) =>
    ` ${folded(of)
      .split(/[^\p{L}]+/u)
      .join(' ')}`;
  const words = plain(text);
  const others = lines
    .split('\n')
    .filter((line) => line.split(', ').some((word) => words.includes(plain(word))));
  return [text, [title, ...others].join('\n')] as const;
}

/** Whether it is not searched for. One that is found opens what it is folded away in. */
export function useSettingHidden(
  text: () => string,
  element: Readonly<Ref<HTMLElement | null>>,
): Readonly<Ref<boolean>> {
  const { t } = useI18n();
  const search = inject(searchKey, undefined);
  const title = inject(titleKey, '');
  const self = {};
  // Kept while what is typed changes.
  const texts = computed(() => settingTexts(text(), title, t('settings.otherWords')));
  search?.rows.set(self, texts);
  onBeforeUnmount(() => search?.rows.delete(self));
  const hidden = computed(() => search?.found.value.has(self) === false);
  watch(
    [() => search?.text.value ?? '', () => hidden.value, () => element.value],
    ([typed, isHidden, row]) => {
      if (typed.trim() !== '' && !isHidden) unfold(row);
    },
  );
  return hidden;
}

/** Opens the disclosure that an element is in. */
export function unfold(element: HTMLElement | null): void {
  const folded = element?.closest('details');
  if (folded) folded.open = true;
}

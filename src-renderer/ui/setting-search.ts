import { computed, inject, provide, watch, type InjectionKey, type Ref } from 'vue';
import { searchItems } from '#contract/rules/search.ts';

const key: InjectionKey<Readonly<Ref<string>>> = Symbol('search of the settings');

/** Lets the settings below be found by what is typed. */
export function provideSettingSearch(search: Readonly<Ref<string>>): void {
  provide(key, search);
}

/** What is typed to find a setting; empty where nothing is searched. */
export function useSettingSearch(): Readonly<Ref<string>> {
  return inject(
    key,
    computed(() => ''),
  );
}

/** Whether it is not searched for. One that is found opens what it is folded away in. */
export function useSettingHidden(
  text: () => string,
  element: Readonly<Ref<HTMLElement | null>>,
): Readonly<Ref<boolean>> {
  const search = useSettingSearch();
  const hidden = computed(() => searchItems([text()], search.value, (one) => [one]).length === 0);
  watch([search, hidden], () => {
    if (search.value.trim() !== '' && !hidden.value) unfold(element.value);
  });
  return hidden;
}

/** Opens the disclosure that an element is in. */
export function unfold(element: HTMLElement | null): void {
  const folded = element?.closest('details');
  if (folded) folded.open = true;
}

/// <reference types="unplugin-icons/types/vue3" />

declare module '*.css';

/** For tools that do not read components; `vue-tsc` does, and knows each one's own type. */
declare module '*.vue' {
  import type { DefineComponent } from 'vue';

  const component: DefineComponent;
  export = component;
}

/** Which classes contradict each other: all that there are, or in a build those of the window. */
declare module 'virtual:class-groups' {
  import type { getDefaultConfig } from 'tailwind-merge';

  const classGroups: typeof getDefaultConfig;
  export = classGroups;
}

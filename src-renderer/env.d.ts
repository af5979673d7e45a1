/// <reference types="unplugin-icons/types/vue3" />

declare module '*.css';

/** For tools that do not read components; `vue-tsc` does, and knows each one's own type. */
declare module '*.vue' {
  import type { DefineComponent } from 'vue';

  const component: DefineComponent;
  export = component;
}

/** A page of Markdown, compiled into a component. */
declare module '*.md' {
  import type { DefineComponent } from 'vue';

  const component: DefineComponent;
  export = component;
}

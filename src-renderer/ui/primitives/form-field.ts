import type { ComputedRef, InjectionKey } from 'vue';

interface FieldContext {
  readonly id: string;
  /** The id of the help or the error below the control, if there is one. */
  readonly describedBy: string | undefined;
  readonly invalid: boolean;
}

export const fieldKey: InjectionKey<ComputedRef<FieldContext>> = Symbol('form field');

import { defineStore } from 'pinia';
import { computed, shallowReactive, shallowRef } from 'vue';

export interface UnsavedForm {
  readonly changed: () => boolean;
  /** Saves it, where that is one action; answers whether it was done. */
  readonly save?: () => Promise<boolean>;
  readonly discard: () => void;
}

/** What is typed in the forms that are open and not saved, and the question before it is lost. */
export const useUnsavedStore = defineStore('unsaved', () => {
  const forms = shallowReactive(new Set<UnsavedForm>());
  const question = shallowRef<{ readonly answer: (may: boolean) => void } | null>(null);
  const changed = () => [...forms].filter((form) => form.changed());

  /** Asks the user where something would be lost; answers whether to go on. */
  function mayLeave(): Promise<boolean> {
    if (changed().length === 0) return Promise.resolve(true);
    question.value?.answer(false);
    return new Promise((resolve) => {
      question.value = {
        answer(may) {
          question.value = null;
          resolve(may);
        },
      };
    });
  }

  return {
    add: (form: UnsavedForm) => void forms.add(form),
    remove: (form: UnsavedForm) => void forms.delete(form),
    hasChanges: () => changed().length > 0,
    mayLeave,
    /** Goes on at once where nothing would be lost, else when the user agrees. */
    leave(then: () => void): void {
      if (changed().length === 0) then();
      else
        void mayLeave().then((may) => {
          if (may) then();
        });
    },
    isAsking: computed(() => question.value !== null),
    canSave: computed(() => changed().every(({ save }) => save !== undefined)),
    stay: () => question.value?.answer(false),
    discard(): void {
      for (const form of changed()) form.discard();
      question.value?.answer(true);
    },
    async save(): Promise<void> {
      const saved = await Promise.all(
        changed().map(async (form) => form.save !== undefined && (await form.save())),
      );
      question.value?.answer(saved.every(Boolean));
    },
  };
});

import { useDebounceFn } from '@vueuse/core';
import { onScopeDispose, ref, watch } from 'vue';
import type { z } from 'zod';
import { call } from './ipc.ts';
import { useSessionStore } from './stores/session.ts';
import { useUnsavedStore, type UnsavedForm } from './stores/unsaved.ts';

/** What of a form outlives a lock and a crash. */
interface DraftOf<Data> {
  /** Which editor it is of, such as `config:7 xray`. */
  readonly name: () => string;
  /** What JSON can hold. */
  readonly data: () => Data;
  readonly schema: z.ZodType<Data>;
  readonly restore: (data: Data) => void;
  /** Whether what the draft would replace is there. */
  readonly ready?: () => boolean;
}

/** How long typing rests before its draft is written, milliseconds. */
const restMs = 300;

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Leaving what is typed asks first; with `draft` main keeps it, too. */
export function useUnsaved<Data = never>(form: {
  readonly changed: () => boolean;
  readonly save?: UnsavedForm['save'];
  readonly draft?: DraftOf<Data>;
}) {
  const store = useUnsavedStore();
  const { draft } = form;
  const settled = ref(false);
  const restored = ref(false);
  const changed = () => !settled.value && form.changed();

  /** It was saved or discarded: nothing of it is kept. */
  function settle(): void {
    settled.value = true;
    restored.value = false;
    if (draft !== undefined) store.writeDraft(draft.name(), null);
  }

  const entry = { changed, discard: settle, ...(form.save && { save: form.save }) };
  store.add(entry);
  onScopeDispose(() => {
    store.remove(entry);
  });
  // Changed anew after it was saved.
  watch(form.changed, (now) => {
    if (!now) settled.value = false;
  });

  async function restore({ name, schema, restore: take }: DraftOf<Data>): Promise<void> {
    if (!store.drafts.has(name())) return;
    const answer = await call('drafts.read', { name: name() });
    if (!answer.ok || answer.value.text === null || changed()) return;
    const data = schema.safeParse(parsed(answer.value.text));
    if (!data.success) return;
    take(data.data);
    restored.value = form.changed();
  }

  if (draft !== undefined) {
    watch(
      () => draft.ready?.() ?? true,
      (ready) => {
        if (ready) void restore(draft);
      },
      { immediate: true },
    );
    const session = useSessionStore();
    const { accountId } = session;
    const write = useDebounceFn(() => {
      // Another account may have the same thing.
      if (changed() && session.accountId === accountId)
        store.writeDraft(draft.name(), JSON.stringify(draft.data()));
    }, restMs);
    watch(
      () => (changed() ? draft.data() : null),
      (data, before) => {
        if (data !== null) void write();
        // Only what was changed here: what an earlier run left is still to be restored.
        else if (before !== null) store.writeDraft(draft.name(), null);
      },
      { deep: true },
    );
  }

  return { settle, restored };
}

import { defineStore } from 'pinia';
import { shallowRef } from 'vue';
import type { ExportForm } from '#contract/ipc/connections.ts';
import type { Failure, Result } from '#contract/failure.ts';
import { call, listen } from '#renderer/ipc.ts';

/** What the last copy came to; the toast says it. */
export type Notice =
  | {
      readonly kind: 'copied';
      readonly title: string;
      /** "URL copied". */
      readonly said: string;
      readonly clearsAt: number | null;
    }
  | { readonly kind: 'said'; readonly text: string }
  | { readonly kind: 'failed'; readonly failure: Failure };

/** How to say what was copied: the title of the connection, and that its form was copied. */
export interface CopyWords {
  readonly title: string;
  readonly said: string;
}

const tickMs = 1600;

/** Copying, the main act: asks main, shows the tick, leaves a notice. */
export const useClipboardStore = defineStore('clipboard', () => {
  const notice = shallowRef<Notice | null>(null);
  /** What was just copied, as `key form`: its button shows a tick. */
  const ticked = shallowRef<string | null>(null);
  let timer: ReturnType<typeof setTimeout> | undefined;

  function tick(mark: string): void {
    clearTimeout(timer);
    ticked.value = mark;
    timer = setTimeout(() => {
      ticked.value = null;
    }, tickMs);
  }

  /** Copies what `ask` names; `mark` tells its button from others. */
  async function copyWith(
    mark: string,
    ask: () => Promise<Result<{ clearsAt: number | null }>>,
    words: CopyWords,
  ): Promise<boolean> {
    const answer = await ask();
    if (answer.ok) {
      tick(mark);
      notice.value = { kind: 'copied', ...words, clearsAt: answer.value.clearsAt };
    } else {
      notice.value = { kind: 'failed', failure: answer.failure };
    }
    return answer.ok;
  }

  function copy(key: string, form: ExportForm, words: CopyWords): Promise<boolean> {
    return copyWith(`${key} ${form}`, () => call('connections.copy', { key, form }), words);
  }

  /** `say`: the words for a form that was copied outside the window. */
  function start(say: (form: ExportForm) => string): void {
    listen('app.copied', ({ title, form, clearsAt }) => {
      notice.value = { kind: 'copied', title, said: say(form), clearsAt };
    });
  }

  return {
    notice,
    ticked,
    copy,
    copyWith,
    start,
    say(text: string) {
      notice.value = { kind: 'said', text };
    },
    fail(failure: Failure) {
      notice.value = { kind: 'failed', failure };
    },
    dismiss() {
      notice.value = null;
    },
  };
});

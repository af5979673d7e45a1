import { useTimeoutFn } from '@vueuse/core';
import { defineStore } from 'pinia';
import { shallowRef } from 'vue';
import type { ClientName } from '#contract/clients.ts';
import type { Events } from '#contract/ipc.ts';
import type { Copied, CopyFault, SecretRef } from '#contract/ipc/secrets.ts';
import type { Failure, Result } from '#contract/failure.ts';
import { createLatest } from '#renderer/lib/latest.ts';
import { call, listen } from '#renderer/lib/ipc.ts';
import { accountRef, onAccountChange } from './account-ref.ts';
import { useClockStore } from './clock.ts';
import { useSessionStore } from './session.ts';

/** What the toast shows: the last copy, a message, or a failure. */
type Notice =
  | {
      readonly kind: 'copied';
      readonly key?: string;
      readonly title: string;
      /** "URL copied". */
      readonly said: string;
      /** The chosen app that takes no form of this connection. */
      readonly missed?: ClientName;
      /** The apps that it can be copied for instead; none where a form was named. */
      readonly apps: readonly ClientName[];
      /** Copies it again, for the app that is chosen by then. */
      readonly again?: () => Promise<boolean>;
      readonly clearsAt: number | null;
      readonly fails: CopyFault | null;
      readonly commandsRemoved: number;
      /** Where the key that was copied is already, as the user said. */
      readonly onDevices: readonly string[];
    }
  | {
      readonly kind: 'said';
      readonly text: string;
      /** Takes back what was done, where that is possible. */
      readonly undo?: () => Promise<Result<unknown>>;
    }
  /** Why nothing was done. */
  | { readonly kind: 'refused'; readonly text: string }
  | { readonly kind: 'failed'; readonly failure: Failure; readonly about?: string };

interface Words {
  readonly key?: string;
  /** What the connection is called; absent for another secret. */
  readonly title?: string;
  readonly said: string | ((copied: Copied) => string);
  readonly apps?: readonly ClientName[];
  readonly again?: () => Promise<boolean>;
}

const tickMs = 1600;

const markOf = (secret: SecretRef) => JSON.stringify(secret);

function createNotice() {
  const notice = shallowRef<Notice | null>(null);
  const clock = useClockStore();

  function showCopied({ said, ...words }: Words, copied: Copied): void {
    const { clearsAt, missed, fails = null, commandsRemoved = 0, onDevices = [] } = copied;
    clock.tick();
    notice.value = {
      kind: 'copied',
      title: '',
      apps: [],
      ...words,
      said: typeof said === 'string' ? said : said(copied),
      clearsAt,
      fails,
      commandsRemoved,
      onDevices,
      ...(missed && { missed }),
    };
  }

  /** What was aborted is not said: the user left it. `about`: what failed. */
  function fail(failure: Failure, about?: string): void {
    if (failure.kind === 'aborted') return;
    notice.value = { kind: 'failed', failure, ...(about !== undefined && { about }) };
  }

  return { notice, showCopied, fail };
}

/** Copies by asking main, shows a tick on the button and a notice in the toast. */
export const useToastStore = defineStore('toast', () => {
  const { notice, showCopied, fail } = createNotice();
  const ticked = shallowRef<string | null>(null);
  const copied = accountRef<ReadonlySet<string>>(new Set());
  const session = useSessionStore();
  const copies = createLatest();

  /** Main's own question is open, whichever command asks it. */
  const asking = shallowRef(false);

  const untick = () => void (ticked.value = null);
  const { start: untickLater } = useTimeoutFn(untick, tickMs, { immediate: false });

  /** Of several copies under way the last is shown. */
  async function copyBy(
    ask: () => Promise<Result<Copied>>,
    secret: SecretRef,
    words: Words,
  ): Promise<boolean> {
    const isLatest = copies.begin();
    const answer = await session.inAccount(ask);
    if (answer.ok) copied.value = new Set([...copied.value, markOf(secret)]);
    if (!answer.ok) fail(answer.failure);
    else if (isLatest()) {
      ticked.value = markOf(secret);
      untickLater();
      showCopied(words, answer.value);
    }
    return answer.ok;
  }

  // What the toast offers is about the account that was left.
  onAccountChange((account) => {
    const now = notice.value;
    if (account === '' || (now?.kind === 'said' && now.undo !== undefined)) notice.value = null;
    else if (now?.kind === 'copied') notice.value = { ...now, onDevices: [], apps: [] };
  });

  /** `say`: the words for what was copied outside the window. */
  function start(say: (copied: Events['app.copied']) => string): void {
    listen('app.asking', (open) => void (asking.value = open));
    listen('app.copied', (copied) => {
      const { key, title } = copied;
      showCopied({ key, title, said: say(copied) }, copied);
    });
  }

  return {
    asking,
    notice,
    isTicked: (secret: SecretRef): boolean =>
      ticked.value !== null && ticked.value === markOf(secret),
    wasCopied: (secret: SecretRef): boolean => copied.value.has(markOf(secret)),
    copy: (secret: SecretRef, words: Words): Promise<boolean> =>
      copyBy(() => call('secrets.copy', secret), secret, words),
    copyBy,
    start,
    /** `undo`: takes back what was done; offered while the toast is there. */
    say(text: string, undo?: () => Promise<Result<unknown>>) {
      notice.value = { kind: 'said', text, ...(undo !== undefined && { undo }) };
    },
    /** Says why nothing was done, or that it led to nothing. */
    refuse(text: string) {
      notice.value = { kind: 'refused', text };
    },
    fail,
    dismiss() {
      notice.value = null;
    },
  };
});

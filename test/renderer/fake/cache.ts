import { ok } from '#contract/failure.ts';
import { fakeQr } from './connections/secrets.ts';
import type { Handlers } from './handlers.ts';
import type { FakeOptions } from './options.ts';

type CacheOptions = Pick<
  FakeOptions,
  'library' | 'libraryAge' | 'libraryFailure' | 'libraryUnreadable' | 'revealed'
>;

/**
 * The cached reads, in a window without a main process.
 *
 * @param clearsAt when a secret that is copied now leaves the clipboard
 */
export function cacheHandlers(options: CacheOptions, clearsAt: () => number | null): Handlers {
  return {
    'cache.read': ({ id, input }) => {
      const value = options.library?.[id];
      const fetchedAt = value === undefined ? null : Date.now() - (options.libraryAge ?? 0);
      const failure = options.libraryFailure ?? null;
      return ok({
        id,
        input,
        ...(value !== undefined && { value }),
        fetchedAt,
        stale: value === undefined || failure !== null,
        failure,
        unreadable: options.libraryUnreadable?.[id] ?? [],
      });
    },
    'cache.copy': () => ok({ clearsAt: clearsAt() }),
    'cache.qr': () => ok({ rows: fakeQr(options.revealed ?? '') }),
    'cache.reveal': () => ok({ text: options.revealed ?? '', until: Date.now() + 30_000 }),
  };
}

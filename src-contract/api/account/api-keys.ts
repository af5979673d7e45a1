import { z } from 'zod';
import { endpoint, forWindow, global, limited } from '#contract/endpoint.ts';
import { ApiKeyName, Id, UnixSeconds } from '#contract/values.ts';

/** How many API keys a user holds at most (specification, part 3, Authentication 4). */
export const maxApiKeys = 5;

/** An API key as the list shows it: never the key itself (specification, part 1, Other records). */
export const ApiKeyListItem = z.object({
  id: Id,
  name: z.string(),
  /** `svc_<prefix8>`, the first two parts of the key. */
  key_prefix: z.string(),
  created_at: UnixSeconds,
});

/** An API key as its creation returns it, the only time that `key` is shown. */
export const CreatedApiKey = z.object({
  id: Id,
  name: z.string(),
  key: z.string(),
  created_at: UnixSeconds,
});

export const apiKeys = {
  'apiKeys.list': endpoint({
    ...forWindow.read,
    path: '/profile/api-keys',
    ...global(200),
    data: z.array(ApiKeyListItem),
  }),
  'apiKeys.create': endpoint({
    method: 'POST',
    path: '/profile/api-keys',
    ...limited(5, 10),
    body: z.strictObject({ name: ApiKeyName }),
    data: CreatedApiKey,
    statuses: [201],
    effect: 'one-time-secret',
    exposure: 'journal',
    consent: { kind: 'api-key' },
    makesStale: ['apiKeys.list'],
    secrets: ['key'],
    errors: [34],
  }),
  'apiKeys.delete': endpoint({
    ...forWindow.removal,
    path: '/profile/api-keys/:id',
    ...limited(5, 60),
    makesStale: ['apiKeys.list'],
    errors: [33],
  }),
};

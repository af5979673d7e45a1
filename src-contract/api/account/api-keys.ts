import { z } from 'zod';
import { endpoint, global, limited } from '#contract/endpoint.ts';
import { ApiKeyName, Done, Id, UnixSeconds } from '#contract/values.ts';

/** How many API keys a user holds at most (specification, part 3, Authentication 4). */
export const maxApiKeys = 5;

/** An API key as the list shows it: never the key itself (specification, part 1, Other records). */
export const ApiKeyListItem = z.looseObject({
  id: Id,
  name: z.string(),
  /** `svc_<prefix8>`, the first two parts of the key. */
  key_prefix: z.string(),
  created_at: UnixSeconds,
});

/** An API key as its creation returns it, the only time that `key` is shown. */
export const CreatedApiKey = z.looseObject({
  id: Id,
  name: z.string(),
  key: z.string(),
  created_at: UnixSeconds,
});

export const apiKeys = {
  'apiKeys.list': endpoint({
    method: 'GET',
    path: '/profile/api-keys',
    ...global(200),
    data: z.array(ApiKeyListItem),
    answerSize: 'medium',
    effect: 'read',
    exposure: 'window',
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
    method: 'DELETE',
    path: '/profile/api-keys/:id',
    ...limited(5, 60),
    data: Done,
    effect: 'remove',
    makesStale: ['apiKeys.list'],
    exposure: 'window',
    errors: [33],
  }),
};

import type { EndpointId } from '#contract/api/index.ts';
import { overviewLimit } from '#contract/endpoint.ts';
import { ok, type Result } from '#contract/failure.ts';
import { createApiClient } from '#core/api/api-client.ts';
import { RateLimiter } from '#core/api/limits/rate-limiter.ts';

export const identifyEndpoints: readonly EndpointId[] = ['profile.get'];

/** Whose key it is; stores nothing, closes the transport, fails as the call does. */
export async function identify(
  options: Omit<Parameters<typeof createApiClient>[0], 'base' | 'limiter'> & {
    readonly service: string;
    readonly signal: AbortSignal;
  },
): Promise<Result<number>> {
  const { transport, clock } = options;
  const limiter = new RateLimiter({ clock, overview: overviewLimit });
  const client = createApiClient({ ...options, base: options.service, limiter });
  const profile = await client.call(
    'profile.get',
    {},
    // Whose key it is does not depend on the discounts.
    { priority: 'user', signal: options.signal, acceptPartial: true },
  );
  limiter.stop();
  await transport.close();
  return profile.ok ? ok(profile.value.id) : profile;
}

import { z } from 'zod';
import {
  failureKinds,
  failureReasons,
  proxyErrorKinds,
  tlsFaults,
  type Failure,
} from '#contract/failure.ts';
import { Money } from '#contract/values.ts';

export const StoredFailure: z.ZodType<Failure> = z.object({
  kind: z.enum(failureKinds),
  reason: z.enum(failureReasons).exactOptional(),
  tls: z.enum(tlsFaults).exactOptional(),
  proxy: z.enum(proxyErrorKinds).exactOptional(),
  endpoint: z.string().exactOptional(),
  status: z.number().exactOptional(),
  errorCode: z.number().exactOptional(),
  message: z.string().exactOptional(),
  retryAt: z.number().exactOptional(),
  issues: z.array(z.object({ path: z.string(), code: z.string() })).exactOptional(),
  prices: z.object({ shown: Money, now: Money }).exactOptional(),
  requestId: z.string().exactOptional(),
});

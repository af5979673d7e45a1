import { z } from 'zod';

/** The schema of a success body with an endpoint's `data` (specification, part 1, Conventions). */
export function successEnvelope<Data extends z.ZodType>(data: Data) {
  return z.looseObject({ status: z.literal(true), statusCode: z.int(), data });
}

import { z } from 'zod';

/** Bounds of the AmneziaWG parameters, inclusive (part 2, Conventions, "AWG body"). */
export const awgBounds = {
  port: [10_000, 65_535],
  jc: [1, 128],
  jmin: [1, 1280],
  jmax: [1, 1280],
  s1: [0, 4_294_967_295],
  s2: [0, 4_294_967_295],
  s3: [0, 4_294_967_295],
  s4: [0, 4_294_967_295],
  h1: [1, 4_294_967_295],
  h2: [1, 4_294_967_295],
  h3: [1, 4_294_967_295],
  h4: [1, 4_294_967_295],
} as const satisfies Record<string, readonly [number, number]>;
export type AwgParameter = keyof typeof awgBounds;

/** The AWG body: every parameter optional. */
export const AwgBody = z.strictObject(
  Object.fromEntries(
    Object.entries(awgBounds).map(([name, [min, max]]) => [
      name,
      z.int().min(min).max(max).optional(),
    ]),
  ) as Record<AwgParameter, z.ZodOptional<z.ZodInt>>,
);
export type AwgBody = z.output<typeof AwgBody>;

type AwgRelation = 'jmin-above-jmax' | 'headers-not-distinct' | 's1-plus-56-is-s2';

/** Relations that AmneziaWG's own clients want and the specification does not: advice, no schema. */
export function brokenAwgRelations(
  body: AwgBody,
): { relation: AwgRelation; parameters: AwgParameter[] }[] {
  const broken: { relation: AwgRelation; parameters: AwgParameter[] }[] = [];
  const { jmin, jmax, s1, s2 } = body;
  if (jmin !== undefined && jmax !== undefined && jmin > jmax) {
    broken.push({ relation: 'jmin-above-jmax', parameters: ['jmin', 'jmax'] });
  }
  const headers = (['h1', 'h2', 'h3', 'h4'] as const).filter((name) => body[name] !== undefined);
  const repeated = headers.filter((name) =>
    headers.some((other) => other !== name && body[other] === body[name]),
  );
  if (repeated.length > 0) broken.push({ relation: 'headers-not-distinct', parameters: repeated });
  // A handshake initiation padded by s1 would be as long as a response padded by s2.
  if (s1 !== undefined && s2 !== undefined && s1 + 56 === s2) {
    broken.push({ relation: 's1-plus-56-is-s2', parameters: ['s1', 's2'] });
  }
  return broken;
}

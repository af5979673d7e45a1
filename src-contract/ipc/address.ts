import { z } from 'zod';

/** A name or an address, without scheme, port or login. */
export const Host = z
  .string()
  .max(253)
  .regex(/^([a-z\d]([a-z\d._-]*[a-z\d])?|[\da-f]*:[\da-f:.]+)$/i);

export const Port = z.int().min(1).max(65_535);

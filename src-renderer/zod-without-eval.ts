import { z } from 'zod';

/**
 * zod compiles each object schema with `new Function` when the schema is made, which the content
 * policy refuses. Import this before any module that makes schemas.
 */
z.config({ jitless: true });

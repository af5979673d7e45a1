import { z } from 'zod';

/** The secrets of one connection, byte for byte as the service gave them. */
export const ConnectionSecrets = z.object({
  connection_url: z.string(),
  xray_config: z.string().exactOptional(),
  awg_config: z.string().exactOptional(),
});
export type ConnectionSecrets = Readonly<z.output<typeof ConnectionSecrets>>;

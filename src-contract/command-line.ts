import { z } from 'zod';

/** What a second start asks the running Culvert, and its answer. Neither holds anything secret. */
export const CommandRequest = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('copy'), text: z.string().min(1).max(200) }),
  /** The fastest that answered from this network a moment ago; without a text of all VPN connections. */
  z.strictObject({ kind: z.literal('copy-fastest'), text: z.string().max(200) }),
  z.strictObject({ kind: z.literal('list') }),
]);
export type CommandRequest = z.output<typeof CommandRequest>;

/** What a second start hands to the running Culvert: the request, and the socket for the reply. */
export const HandedCommand = z.object({
  culvert: z.strictObject({
    request: CommandRequest,
    reply: z.string().max(512),
  }),
});
export type HandedCommand = z.output<typeof HandedCommand>;

/** A connection as `culvert list` prints it. */
const Listed = z.strictObject({
  /** Empty where the user gave none. */
  title: z.string(),
  protocol: z.string(),
  /** Name of the location or the cloud server, and country code; empty where not known. */
  place: z.string(),
  country: z.string(),
  /** ISO 8601; `null` where there is no expiry. */
  expires: z.string().nullable(),
});
export type ListedConnection = z.output<typeof Listed>;

export const CommandReply = z.discriminatedUnion('status', [
  z.strictObject({
    status: z.literal('copied'),
    title: z.string(),
    commandsRemoved: z.boolean(),
    /** The devices that its key was on before. */
    onDevices: z.array(z.string()).readonly(),
  }),
  z.strictObject({ status: z.literal('listed'), connections: z.array(Listed) }),
  /** `closed`: no account is open. `not-known`: no match answered from this network a moment ago. */
  z.strictObject({ status: z.enum(['nothing', 'not-known', 'closed', 'failed']) }),
]);
export type CommandReply = z.output<typeof CommandReply>;

import { z } from 'zod';

/**
 * What a second start of Culvert asks the one that runs, and what it is answered. Nothing secret is in
 * either: what is copied goes from the running Culvert to the clipboard.
 */
export const CommandRequest = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('copy'), text: z.string().min(1).max(200) }),
  z.strictObject({ kind: z.literal('list') }),
]);
export type CommandRequest = z.output<typeof CommandRequest>;

/** What a second start hands to the running Culvert: the request, and the socket for the reply. */
export const HandedCommand = z.object({
  culvert: z.strictObject({ request: CommandRequest, reply: z.string().max(512) }),
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
  z.strictObject({ status: z.literal('copied'), title: z.string(), commandsRemoved: z.boolean() }),
  z.strictObject({ status: z.literal('listed'), connections: z.array(Listed) }),
  /** `closed`: no account is open, because nobody is signed in or the keychain is locked. */
  z.strictObject({ status: z.enum(['nothing', 'closed', 'failed']) }),
]);
export type CommandReply = z.output<typeof CommandReply>;

import { z } from 'zod';
import { copyFaults } from './ipc/secrets.ts';

/** What a second start asks the running Culvert, and its answer. Neither holds anything secret. */
export const CommandRequest = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('copy'), text: z.string().min(1).max(200) }),
  /** The fastest that answered from this network a moment ago; without a text of all VPN connections. */
  z.strictObject({ kind: z.literal('copy-fastest'), text: z.string().max(200) }),
  z.strictObject({ kind: z.literal('list') }),
]);
export type CommandRequest = z.output<typeof CommandRequest>;

/** The file by its absolute path; the passphrase comes over the socket for the reply. */
export const FileRequest = z.strictObject({
  kind: z.enum(['backup', 'restore']),
  file: z.string().min(1).max(4096),
});
export type FileRequest = z.output<typeof FileRequest>;

/** What a second start hands to the running Culvert: the request, and the socket for the reply. */
export const HandedCommand = z.object({
  culvert: z.strictObject({
    request: z.union([CommandRequest, FileRequest]),
    reply: z.string().max(512),
  }),
});
export type HandedCommand = z.output<typeof HandedCommand>;

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

/** How wrong the computer's clock is, said once in a run: what is added to it, milliseconds. */
const clock = { clockOffset: z.number().exactOptional() };

export const fileRefusals = [
  'file',
  'short-passphrase',
  'wrong-passphrase',
  'damaged',
  'no-backup',
  'newer-backup',
  'too-large',
] as const;

export const CommandReply = z.discriminatedUnion('status', [
  z.strictObject({
    ...clock,
    status: z.literal('copied'),
    title: z.string(),
    commandsRemoved: z.boolean(),
    /** `null`: it is not known to fail. */
    fails: z.enum(copyFaults).nullable(),
    /** The devices that its key was on before. */
    onDevices: z.array(z.string()).readonly(),
  }),
  z.strictObject({ ...clock, status: z.literal('listed'), connections: z.array(Listed) }),
  z.strictObject({ ...clock, status: z.literal('backed-up') }),
  z.strictObject({
    ...clock,
    status: z.literal('restored'),
    changed: z.int(),
    settings: z.int(),
    /** Accounts of the file that are not on this computer. */
    skipped: z.int(),
  }),
  /** Why a file cannot be written, read or restored; nothing was changed. */
  z.strictObject({ ...clock, status: z.literal('file-refused'), reason: z.enum(fileRefusals) }),
  /** `closed`: no account is open. `not-known`: no match answered from this network a moment ago. */
  z.strictObject({ ...clock, status: z.enum(['nothing', 'not-known', 'closed', 'failed']) }),
]);
export type CommandReply = z.output<typeof CommandReply>;

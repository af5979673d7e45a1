import { z } from 'zod';
import type { ClientName, Trait } from '#contract/clients.ts';
import { maxSelected } from '#contract/ipc/selection.ts';
import { Id } from '#contract/values.ts';
import { command } from './command.ts';
import {
  ConnectionKey,
  convertedForms,
  exportForms,
  type CommandsRemoved,
  type ExportApp,
  type KeyOnDevices,
  type LeavingForm,
} from './connections.ts';
import { purchaseSecrets } from './purchase-journal.ts';
import { keyEncodings } from './tools.ts';

/** The clients that a subscription is opened in, each by its own import link. */
export const subscriptionClients = [
  'hiddify',
  'karing',
  'happ',
  'clash-verge',
  'flclashx',
  'flclash',
  'sing-box',
] as const;
export type SubscriptionClient = (typeof subscriptionClients)[number];

/** How a connection leaves as a text; without a form in the primary one (`primaryForm`). */
const connectionForm = {
  key: ConnectionKey,
  form: z.enum([...exportForms, ...convertedForms]).optional(),
  /** In the form that this app has of its own for it: a `vpn://` link, or codes. */
  app: z.literal('amnezia-vpn').optional(),
};
export const CopiedConnection = z.strictObject(connectionForm);
export type CopiedConnection = z.output<typeof CopiedConnection>;

/** A secret, which stays in main. */
export const SecretRef = z.discriminatedUnion('of', [
  z.strictObject({
    of: z.literal('connection'),
    ...connectionForm,
    /** Without the lines of a tunnel's configuration that have no value, which older apps refuse. */
    filled: z.boolean().optional(),
  }),
  /** Each in its primary form, one a line, or where one has several lines with an empty one between. */
  z.strictObject({
    of: z.literal('connections'),
    keys: z.array(ConnectionKey).min(1).max(maxSelected),
  }),
  /** A field of a cached read: `path` leads to it from the data, as in `3.code`. */
  z.strictObject({
    of: z.literal('read'),
    id: z.string().max(64),
    input: z.unknown(),
    path: z.string().max(200),
  }),
  /** What an app takes of a subscription: its URL where the build knows it, else the encrypted link. */
  z.strictObject({
    of: z.literal('subscription'),
    id: Id,
    /** The app that it is opened in. */
    client: z.enum(subscriptionClients).optional(),
  }),
  /** What an entry of the journal holds; of one that cannot be read, `answer` is its record. */
  z.strictObject({
    of: z.literal('purchase'),
    id: z.string().max(64),
    secret: z.enum(purchaseSecrets),
  }),
  /** Half of a key pair: of the one that was made here last (`local`), or of an entry of the journal. */
  z.strictObject({
    of: z.literal('key'),
    pair: z.string().min(1).max(80),
    half: z.enum(['private', 'public']),
    encoding: z.enum(keyEncodings),
  }),
]);
export type SecretRef = z.output<typeof SecretRef>;
export type SecretKind = SecretRef['of'];

interface SecretLeft extends CommandsRemoved, KeyOnDevices {
  readonly form?: LeavingForm;
  /** The client that this is for, chosen or named; absent where there is none. */
  readonly client?: ClientName;
  /** The chosen client that takes no form of this connection. */
  readonly missed?: ClientName;
}

/** Why what was copied is known not to work. */
export const copyFaults = ['fails', 'expired'] as const;
export type CopyFault = (typeof copyFaults)[number];

export interface Copied extends SecretLeft {
  /** How many of the connections have a form. */
  readonly count?: number;
  /** When it leaves the clipboard, Unix milliseconds; `null` for never. */
  readonly clearsAt: number | null;
  /** It is known not to work from here, or for anyone: it has expired. */
  readonly fails?: CopyFault;
}

/** A QR code: one string a row, `1` for dark, without the quiet zone. */
export type QrRows = readonly string[];

export interface SecretCodes extends SecretLeft {
  /** The app whose own form it is; absent for the text itself. */
  readonly app?: ExportApp;
  /** None where it is too long for one; several are scanned one after another, in any order. */
  readonly codes: readonly QrRows[];
  /** The scheme of its URL, and what decides which clients take a connection. */
  readonly scheme?: string;
  readonly traits?: readonly Trait[];
}

/** The program that was handed a link; `null` where none takes those of its scheme. */
export type Opened =
  | { readonly client: string }
  | { readonly client: null; readonly scheme: string };

/** How a subscription gets into an app; its URL itself stays in main, as every secret. */
interface SubscriptionUrl {
  /** `false`: it is not in the API, and this build has no template of it for this service. */
  readonly known: boolean;
  /** The installed programs that import it, by what the system calls them. */
  readonly clients: readonly { readonly client: SubscriptionClient; readonly name: string }[];
}

/** How secrets leave main, but for files; not every kind leaves by each (`secret-commands.ts` there). */
export const secretCommands = {
  'secrets.copy': command<Copied>()(SecretRef),
  /** What may leave of it, to show until `until` (Unix ms). */
  'secrets.reveal': command<{ text: string; until: number }>()(SecretRef),
  /** As QR codes: a connection for the app that the user scans with. */
  'secrets.qr': command<SecretCodes>()(SecretRef),
  /** Hands its link to the installed program that takes such links. */
  'secrets.open': command<Opened>()(SecretRef),
  'subscriptions.clients': command<SubscriptionUrl>()(z.strictObject({ id: Id })),
} as const;

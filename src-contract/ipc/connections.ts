import { z } from 'zod';
import type { HistoryHere } from '#contract/check-history.ts';
import type { Trait } from '#contract/clients.ts';
import type { DatedCheck } from '#contract/check-result.ts';
import { maxDeviceName, maxKeyDevices } from '#contract/rules/device-key.ts';
import type { AwgBody } from '#contract/rules/awg.ts';
import type { StateOfConnection } from '#contract/rules/connection-state.ts';
import { linkSchemes } from '#contract/link-schemes.ts';
import { command, noInput } from './command.ts';
import { maxSelected } from './selection.ts';

/**
 * Across restarts: `config:12`, `cloud:3:45` (server, configuration), `proxy:3:7` (server, proxy),
 * `paid:2:88` (option, configuration), and `sub:` before `config:` or `paid:` for a subconfig.
 */
export const ConnectionKey = z
  .string()
  .max(80)
  .regex(/^(sub:)?(config:-?\d+|(cloud|proxy|paid):-?\d+:-?\d+)$/);

const connectionSources = ['config', 'cloud', 'proxy', 'paid', 'subconfig'] as const;
export type ConnectionSource = (typeof connectionSources)[number];

export const exportForms = ['url', 'awg', 'xray', 'proxy-url'] as const;
export type ExportForm = (typeof exportForms)[number];

/** How a connection left Culvert: to the clipboard, a file, a QR code on screen, or another program. */
export const copyWays = ['copied', 'saved', 'qr', 'opened'] as const;
export type CopyWay = (typeof copyWays)[number];

export interface LastCopy {
  readonly form: ExportForm;
  readonly way: CopyWay;
  /** Unix milliseconds. */
  readonly at: number;
}

/** Forms that Culvert writes itself of a connection, for programs that do not read its URL. */
export const convertedForms = ['sing-box', 'mihomo'] as const;
export type ConvertedForm = (typeof convertedForms)[number];

/** The forms that a connection of this protocol may have; for others there is no counterpart at all. */
export function convertedFormsFor(protocol: string): readonly ConvertedForm[] {
  if (protocol === 'mtproto') return [];
  return convertedForms.filter((form) => form !== 'sing-box' || protocol !== 'amnezia-wg-2');
}

/** What can be copied or saved of a connection. */
export type LeavingForm = ExportForm | ConvertedForm;

/** Why a form cannot be had without loss: `fields` names what it has no counterpart for. */
export interface ConversionRefusal {
  readonly kind: 'fields' | 'protocol' | 'unreadable';
  /** Names alone, never values; empty but for the first kind. */
  readonly fields: readonly string[];
}

export interface Conversion {
  /** `awg`: the tunnel's configuration, where the service gives none and its URL makes none. */
  readonly form: ConvertedForm | 'awg';
  /** `null`: it can. */
  readonly refusal: ConversionRefusal | null;
}

/** The apps that take a form of their own instead, which main makes of the one that is named. */
export type ExportApp = 'amnezia-vpn';

/** What the list shows of a connection: enough to find it, nothing that opens it. */
export const ListedFields = z.object({
  key: z.string(),
  source: z.enum(connectionSources),
  /** As the user named it; empty where there is none. */
  title: z.string(),
  protocol: z.string(),
  /** ISO 3166 country code in upper case, or empty where the service does not return one. */
  country: z.string(),
  /** Name of the location, or of the cloud server. */
  place: z.string(),
  /** Host and port of the connection URL; no credential. */
  host: z.string(),
  /** Unix seconds; `null` where the service gives none (proxies and subconfigs take their owner's). */
  expiresAt: z.number().nullable(),
  autoRenewal: z.boolean().nullable(),
  autoRenewalDays: z.number().nullable(),
  /** Unix seconds. */
  createdAt: z.number().nullable(),
  /** The server that its statistics are of; rows of one server share it. `null`: none to ask for. */
  server: z.string().nullable(),
  /** The forms that it can be copied in; `primaryForm` says which is copied where none is named. */
  forms: z.array(z.enum(exportForms)).readonly(),
});

export type ListedFields = Readonly<z.output<typeof ListedFields>>;

/** All that is stored of a connection besides its secrets. Rows and details are picked from it. */
export const ConnectionRecord = ListedFields.extend({
  /** As its list says. */
  online: z.enum(['online', 'offline', 'unknown']),
  /** The service's own `flags[]` as it sent them. */
  flags: z.array(z.string()).readonly(),
  extendedSettings: z.boolean().nullable(),
  /** Where it is; `null` where the service names no location. */
  locationId: z.number().nullable(),
  /** The shared server that it is on; `null` on a server of the user's own. */
  serverId: z.number().nullable(),
  /** TLS domain of an `mtproto` subconfig, where the service returns it. */
  tlsDomain: z.string().exactOptional(),
});
export type ConnectionRecord = Readonly<z.output<typeof ConnectionRecord>>;

/** What a paid option has used and lets in, as it was last read. Times are Unix milliseconds. */
export interface OptionUse {
  readonly status: string;
  readonly usedBytes: number;
  /** 0 for unlimited. */
  readonly limitBytes: number;
  /** `null` and 0 for unlimited. */
  readonly deviceLimit: number | null;
  readonly at: number;
  /** How many devices it has; absent where they were never read. */
  readonly devices?: { readonly total: number; readonly at: number };
}

export interface ConnectionRow extends ListedFields {
  /** As main derived it; `since` is exact only where the state is `unknown`. */
  readonly state: StateOfConnection;
  readonly favourite: boolean;
  /** The last answer had it, and it could not be read: this was known before, or is its title. */
  readonly unreadable?: true;
  /** What checking it from here last found; absent when it was not checked. */
  readonly check?: DatedCheck;
  /** How likely it works from this network by what checks found, 0 for hardly to 5; absent where unknown. */
  readonly odds?: number;
  /** The service gives something else now than what last left Culvert, its name aside. */
  readonly changedSinceCopy?: true;
  /** The devices that the user said its present key is on; absent where there are none. */
  readonly onDevices?: readonly string[];
  readonly note?: string;
  /** Of a configuration of a paid option whose traffic and limits were read. */
  readonly option?: OptionUse;
}

/** What can be read of a connection's secret without giving it away. */
export interface SecretPreview {
  readonly form: ExportForm;
  readonly scheme: string;
  readonly host: string;
  /** `null` where the URL names none or a range, which `host` then shows. */
  readonly port: number | null;
  /** The name after `#`, decoded. */
  readonly name: string;
  readonly hidden: number;
  /** What decides which clients take it. */
  readonly traits: readonly Trait[];
  readonly leftOut: LeftOut;
  /** Culvert wrote this configuration from the URL. Absent for what the service gave. */
  readonly written?: true;
}

export const maxLinesShown = 20;

export interface LeftOut {
  /** As far as they are shown (`maxLinesShown`). */
  readonly lines: readonly string[];
  readonly different: number;
}

export interface ConnectionDetail extends ConnectionRow, Omit<ConnectionRecord, 'online'> {
  readonly previews: readonly SecretPreview[];
  /** Empty for one that is gone. */
  readonly conversions: readonly Conversion[];
  /** When this was read from the service, Unix milliseconds. */
  readonly fetchedAt: number;
  /** Whether the last answer of the service still had it. */
  readonly gone: boolean;
  /** How it last left Culvert; absent where that is not known. */
  readonly lastCopy?: LastCopy;
  /** How it did in this network; absent where that is not known. */
  readonly history?: HistoryHere;
  /** Key of a connection for another device, where this one's key is on a device. */
  readonly spare?: string;
  /** Key of its subconfig where it has one, `null` where it has none, absent while not known. */
  readonly subconfig?: string | null;
  /** The subscriptions that are known to have it. */
  readonly usedBy: readonly { readonly id: number; readonly title: string }[];
}

export interface ConnectionRows {
  /** The number of the opened account: another account, or the same opened again, has another. */
  readonly list: number;
  /** The number of the last `connections.changed` that is contained in this. */
  readonly revision: number;
  readonly count: number;
  /** In the order of titles; `rowsFrom` reads the text. */
  readonly rows: string;
  /** Keys of the recently copied connections, newest first. */
  readonly recents: readonly string[];
}

export interface ConnectionChanges {
  readonly list: number;
  /** Sequence number of the change; the first of an account is 1. */
  readonly revision: number;
  /** Rows that are new or changed, also in detail or secret; `rowsFrom` reads the text. */
  readonly put: string;
  readonly removed: readonly string[];
  /** Present where they changed. */
  readonly recents?: readonly string[];
}

const ByKey = z.strictObject({ key: ConnectionKey });
const ByKeys = z.strictObject({ keys: z.array(ConnectionKey).min(1).max(maxSelected) });
const Save = z.strictObject({
  key: ConnectionKey,
  form: z.enum([...exportForms, ...convertedForms]),
  /** As `secrets.copy` takes it. */
  filled: z.boolean().optional(),
});

/** What was left out of what was copied or saved; absent where that is nothing. */
export interface CommandsRemoved {
  /** How many lines and settings; for many connections, how many configurations lost any. */
  readonly commandsRemoved?: number;
}

/** The devices that a key is on, or the keys of many, when it leaves once more; absent for none. */
export interface KeyOnDevices {
  readonly onDevices?: readonly string[];
}

/** The longest note of a connection, characters. */
export const maxNote = 500;

/** The files that many connections can be: lines of URLs, the same in Base64, or a configuration. */
export const savedFiles = ['file', 'base64', ...convertedForms] as const;
export type SavedFile = (typeof savedFiles)[number];

export interface ConnectionsSaved extends CommandsRemoved, KeyOnDevices {
  /** What the file or the folder is called; `null` when the user changed their mind. */
  readonly name: string | null;
  /** How many are in it; fewer than `total` where the user stopped saving. */
  readonly count: number;
  readonly total: number;
  /** Connections that the file cannot hold without loss, and what it would lose; absent for none. */
  readonly leftOut?: { readonly count: number; readonly fields: readonly string[] };
}

export interface CommandsOfMany extends LeftOut {
  /** Out of how many of the configurations. */
  readonly configurations: number;
}

export const connectionCommands = {
  /** All rows of the open account; `connections.changed` goes on from there. */
  'connections.rows': command<ConnectionRows>()(noInput),
  /** Also reads its subconfig in the background, which costs one request a connection. */
  'connections.get': command<ConnectionDetail>()(ByKey),
  /** Asks where to save it; answers the file's name, `null` when the user changed their mind. */
  'connections.save': command<{ name: string | null } & CommandsRemoved & KeyOnDevices>()(Save),
  /** The AmneziaWG parameters of its config, without anything secret of it. */
  'connections.awg': command<{ parameters: AwgBody }>()(ByKey),
  /** Its Xray configuration as the service sent it, to be changed there. */
  'connections.xray': command<{ text: string; until: number }>()(ByKey),
  /** What the installed program is called that takes links of this scheme; `null`: there is none. */
  'connections.client': command<{ client: string | null }>()(
    z.strictObject({ scheme: z.enum(linkSchemes) }),
  ),
  /** Saves these as one file, or as a new folder with a file for each. */
  'connections.saveMany': command<ConnectionsSaved>()(
    ByKeys.extend({ as: z.enum([...savedFiles, 'folder']) }),
  ),
  'connections.stopSaving': command<true>()(noInput),
  /** What would be left out of a folder of these, to show before it is saved. */
  'connections.commandsOfMany': command<CommandsOfMany>()(ByKeys),
  'connections.setTitle': command<ConnectionDetail>()(
    z.strictObject({ key: ConnectionKey, title: z.string().max(100).nullable() }),
  ),
  'connections.setDevices': command<ConnectionDetail>()(
    z.strictObject({
      key: ConnectionKey,
      devices: z.array(z.string().trim().min(1).max(maxDeviceName)).max(maxKeyDevices),
    }),
  ),
  /** Notes something of it, or takes the note away with an empty text. */
  'connections.setNote': command<ConnectionDetail>()(
    z.strictObject({ key: ConnectionKey, note: z.string().trim().max(maxNote) }),
  ),
  /** Forgets how connections left, where they went, and the recents. */
  'connections.forgetCopies': command<true>()(noInput),
  /** Answers which of them were not so before. */
  'connections.setFavourites': command<{ changed: readonly string[] }>()(
    ByKeys.extend({ favourite: z.boolean() }),
  ),
} as const;

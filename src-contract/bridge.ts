import { z } from 'zod';
import type { AwgBody } from './awg.ts';
import { command } from './command.ts';
import type { Failure } from './failure.ts';
import { networkCommands } from './network.ts';
import { purchaseCommands, type PurchaseJournal } from './purchase-journal.ts';
import { mostSelected } from './selection.ts';
import { settingsCommands, type SettingsState } from './settings.ts';
import { toolCommands } from './tool-commands.ts';

/**
 * What the window may ask of the main process besides the rows of `api` that are exposed to it, and
 * what it is told. Every input is checked in main against its schema; every answer is a `Result`.
 * No answer carries an API key; a connection's secret crosses only in `connections.reveal` and
 * `connections.qr`, one item at a time.
 */

const nothing = z.strictObject({});

/**
 * Names a connection across restarts: `config:12`, `cloud:3:45` (server, configuration),
 * `proxy:3:7` (server, proxy), `paid:2:88` (option, configuration), and `sub:` before any of the
 * first and last for its subconfig.
 */
export const ConnectionKey = z
  .string()
  .max(80)
  .regex(/^(sub:)?(config:\d+|(cloud|proxy|paid):\d+:\d+)$/);

export const connectionSources = ['config', 'cloud', 'proxy', 'paid', 'subconfig'] as const;
export type ConnectionSource = (typeof connectionSources)[number];

/** What can be copied, saved, shown or drawn of a connection. */
export const exportForms = ['url', 'awg', 'xray', 'proxy-url'] as const;
export type ExportForm = (typeof exportForms)[number];

export type OnlineState = 'online' | 'offline' | 'unknown';

/** One line of the list: enough to find it, nothing that opens it. */
export interface ConnectionRow {
  readonly key: string;
  readonly source: ConnectionSource;
  /** As the person named it; empty where there is none. */
  readonly title: string;
  readonly protocol: string;
  /** ISO 3166 country code in upper case, or empty where the service does not tell. */
  readonly country: string;
  /** Name of the location, or of the cloud server. */
  readonly place: string;
  /** Host and port of the connection URL; no credential. */
  readonly host: string;
  readonly online: OnlineState;
  /** Unix seconds; `null` where the service gives none (proxies and subconfigs take their owner's). */
  readonly expiresAt: number | null;
  readonly autoRenewal: boolean | null;
  readonly favourite: boolean;
  /** The server that its statistics are of; rows of one server share it. `null`: none to ask for. */
  readonly server: string | null;
  /** The forms that it can be copied in; the first is the one that Enter copies. */
  readonly forms: readonly ExportForm[];
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
  /** How many characters are hidden. */
  readonly hidden: number;
}

export interface ConnectionDetail extends ConnectionRow {
  readonly previews: readonly SecretPreview[];
  readonly createdAt: number | null;
  readonly autoRenewalDays: number | null;
  /** The service's own `flags[]` as it sent them. */
  readonly flags: readonly string[];
  readonly extendedSettings: boolean | null;
  /** Where it is; `null` where the service names no location. */
  readonly locationId: number | null;
  /** The shared server that it is on; `null` on a server of the person's own. */
  readonly serverId: number | null;
  /** TLS domain of an `mtproto` subconfig, where the service tells it. */
  readonly tlsDomain?: string;
  /** Longest title the service takes, and whether it may be taken away (`null`). */
  readonly titleRule: { readonly max: number; readonly nullable: boolean } | null;
  /** When this was read from the service, Unix milliseconds. */
  readonly fetchedAt: number;
  /** Whether the last answer of the service still had it. */
  readonly gone: boolean;
  /** Key of its subconfig where it has one, `null` where it has none, absent while not known. */
  readonly subconfig?: string | null;
}

const ConnectionFilter = z.strictObject({
  search: z.string().max(200).default(''),
  sources: z.array(z.enum(connectionSources)).max(5).default([]),
  /** Country codes. */
  countries: z.array(z.string().max(8)).max(300).default([]),
  protocols: z.array(z.string().max(64)).max(100).default([]),
  online: z
    .array(z.enum(['online', 'offline', 'unknown']))
    .max(3)
    .default([]),
  /** Expired, or expiring within seven days. */
  expiring: z.boolean().default(false),
  favourites: z.boolean().default(false),
});

const ConnectionOrder = z.strictObject({
  by: z.enum(['title', 'place', 'protocol', 'expiry', 'created']).default('title'),
  descending: z.boolean().default(false),
});

export const ConnectionQuery = z.strictObject({
  filter: ConnectionFilter.prefault({}),
  order: ConnectionOrder.prefault({}),
  offset: z.int().min(0).max(1_000_000),
  limit: z.int().min(1).max(200),
  /** Also tell at which position this connection stands. */
  locate: ConnectionKey.optional(),
});
export type ConnectionQuery = z.output<typeof ConnectionQuery>;

export interface ConnectionPage {
  /** Grows whenever any connection changed. */
  readonly revision: number;
  /** How many match, and how many there are. */
  readonly total: number;
  readonly all: number;
  readonly offset: number;
  readonly rows: readonly ConnectionRow[];
  /** Position of `locate` among those that match, or -1. */
  readonly located: number;
}

/** The values to filter by that there are, with their counts, most frequent first. */
export interface ConnectionFacets {
  readonly sources: readonly { value: ConnectionSource; count: number }[];
  readonly countries: readonly { value: string; place: string; count: number }[];
  readonly protocols: readonly { value: string; count: number }[];
  readonly online: readonly { value: OnlineState; count: number }[];
  readonly expiring: number;
  readonly favourites: number;
}

/** One day of a server's statistics (specification, part 1, Server statistics). */
export interface StatsDay {
  readonly date: string;
  /** Percent. */
  readonly cpu: number;
  readonly ram: number;
  /** Mbps. */
  readonly up: number;
  readonly down: number;
}

/** The newest statistics of one server. "Now" is the last day's values as they were at `fetchedAt`. */
export interface ServerStats {
  /** As in `ConnectionRow.server`. */
  readonly server: string;
  /** Unix milliseconds. */
  readonly fetchedAt: number;
  readonly host: string;
  readonly status: string;
  readonly uptimeDays: number;
  readonly cpuModel: string;
  readonly days: readonly StatsDay[];
  /** Mbps at the last polls, oldest first, at most 60. */
  readonly recent: readonly { at: number; up: number; down: number }[];
  /** Set when the last attempt failed; the values are then older. */
  readonly failure?: Failure;
}

export interface Account {
  readonly id: string;
  /** Origin and path of the service, as the person gave it. */
  readonly service: string;
  /** E-mail where the profile has one, else empty. */
  readonly name: string;
}

/** How the keychain answered, and so whether anything is kept across a restart. */
export type KeychainState = 'ready' | 'locked' | 'denied' | 'absent' | 'timed-out';

export interface SessionState {
  /** `opening`: being read; `locked`: the keychain must be unlocked first. */
  readonly status: 'opening' | 'signed-out' | 'signed-in' | 'locked';
  readonly account: Account | null;
  readonly accounts: readonly Account[];
  readonly keychain: KeychainState;
  /** `false`: this session lives in memory and nothing is kept. */
  readonly kept: boolean;
  /** Set when the encrypted store had to be put aside at the start. */
  readonly vaultProblem: Failure | null;
  /** What to fill in on the sign-in screen; the key only ever for a local demonstration service. */
  readonly prefill: { readonly service: string; readonly key: string };
}

/** Whether the service is reached, and how old what is shown is. */
export interface SyncState {
  readonly network: 'unknown' | 'online' | 'offline';
  /** Since when it is offline, Unix milliseconds. */
  readonly offlineSince: number | null;
  /** When the connections were last read whole, Unix milliseconds. */
  readonly refreshedAt: number | null;
  readonly refreshing: boolean;
  /** When a request of the person may go, Unix milliseconds, while it waits for the limits. */
  readonly waitingUntil: number | null;
  /** What the last refresh failed with. */
  readonly failure: Failure | null;
  readonly paused: boolean;
}

export interface AppInfo {
  readonly version: string;
  readonly platform: string;
  /** Which runtime shows the window. */
  readonly runtime: string;
}

export interface InboxItem {
  readonly id: string;
  readonly content: string;
  readonly receivedAt: number;
  readonly read: boolean;
}

export interface InboxState {
  readonly items: readonly InboxItem[];
  readonly unread: number;
  /** An answer was lost after the service had forgotten it. */
  readonly mayBeMissing: boolean;
}

/** A cached read (specification row with effect `read`, exposed to the window). */
export interface LibraryEntry {
  readonly id: string;
  /** The input it was read with. */
  readonly input: unknown;
  /** Absent while nothing was ever read. Secret fields are replaced by `null`. */
  readonly value?: unknown;
  /** Unix milliseconds. */
  readonly fetchedAt: number | null;
  readonly stale: boolean;
  readonly failure: Failure | null;
}

const ByKey = z.strictObject({ key: ConnectionKey });
const ByKeys = z.strictObject({ keys: z.array(ConnectionKey).min(1).max(mostSelected) });
const ByKeyAndForm = z.strictObject({ key: ConnectionKey, form: z.enum(exportForms) });

/** A field of a cached read: `path` leads to it from the data, as in `3.code`. */
const ReadField = z.strictObject({
  id: z.string().max(64),
  input: z.unknown(),
  path: z.string().max(200),
});

export const bridge = {
  'app.info': command<AppInfo>()(nothing),

  'session.get': command<SessionState>()(nothing),
  'session.signIn': command<SessionState>()(
    z.strictObject({ service: z.string().max(2048), key: z.string().max(256) }),
  ),
  'session.signOut': command<SessionState>()(z.strictObject({ account: z.string().max(64) })),
  'session.switch': command<SessionState>()(z.strictObject({ account: z.string().max(64) })),
  /** Which key of the list `apiKeys.list` the open account uses; `null` where the list does not tell. */
  'session.keyInUse': command<{ id: number | null }>()(nothing),
  /** Asks the keychain again after it was locked. */
  'session.retry': command<SessionState>()(nothing),

  'sync.get': command<SyncState>()(nothing),
  /** Reads everything again, ahead of the background. */
  'sync.refresh': command<SyncState>()(nothing),
  'sync.pause': command<SyncState>()(z.strictObject({ paused: z.boolean() })),

  'connections.query': command<ConnectionPage>()(ConnectionQuery),
  'connections.facets': command<ConnectionFacets>()(nothing),
  /** Also reads its subconfig behind, which costs one request a connection. */
  'connections.get': command<ConnectionDetail>()(ByKey),
  /** Puts it on the clipboard; answers when that will be cleared (Unix ms), `null` for never. */
  'connections.copy': command<{ clearsAt: number | null }>()(ByKeyAndForm),
  /** Asks where to save it; answers the file's name, `null` when the person changed their mind. */
  'connections.save': command<{ name: string | null }>()(ByKeyAndForm),
  /** The secret itself, to show until `until` (Unix ms). */
  'connections.reveal': command<{ text: string; until: number }>()(ByKeyAndForm),
  /** The secret as rows of a QR code, `1` dark; `null` when it is too long for one. */
  'connections.qr': command<{ rows: readonly string[] | null }>()(ByKeyAndForm),
  /** The AmneziaWG parameters of its config, without anything secret of it. */
  'connections.awg': command<{ parameters: AwgBody }>()(ByKey),
  /** Hands its URL to the installed program that takes such links; `null`: none does. */
  'connections.open': command<{ client: string | null }>()(ByKey),
  /** The keys of a stretch of the list, in its order: to select them. */
  'connections.keys': command<{ keys: readonly string[] }>()(
    ConnectionQuery.omit({ locate: true }).extend({ limit: z.int().min(1).max(mostSelected) }),
  ),
  /** Copies the URLs of these, one a line; `count` is how many have one. */
  'connections.copyMany': command<{ count: number; clearsAt: number | null }>()(ByKeys),
  /**
   * Saves these as one file of URLs, or as a new folder with a file for each. Answers what it is
   * called, `null` when the person changed their mind, and how many are in it.
   */
  'connections.saveMany': command<{ name: string | null; count: number }>()(
    ByKeys.extend({ as: z.enum(['file', 'folder']) }),
  ),
  'connections.setTitle': command<ConnectionDetail>()(
    z.strictObject({ key: ConnectionKey, title: z.string().max(100).nullable() }),
  ),
  'connections.setFavourite': command<ConnectionRow>()(
    z.strictObject({ key: ConnectionKey, favourite: z.boolean() }),
  ),

  /**
   * Says which servers are on screen: their statistics are kept live until the next call. `focus`
   * is the one that is looked at. Answers with what is known of them.
   */
  'stats.watch': command<readonly ServerStats[]>()(
    z.strictObject({
      servers: z.array(z.string().max(80)).max(100),
      focus: z.string().max(80).nullable(),
    }),
  ),

  'inbox.get': command<InboxState>()(nothing),
  'inbox.markRead': command<InboxState>()(
    z.strictObject({ ids: z.array(z.string().max(80)).max(1000) }),
  ),

  /** What the person chose: the `settings.` commands, and the `network.` ones. */
  ...settingsCommands,
  ...networkCommands,

  /** A cached read of an exposed row: what was seen last, at once; `library.changed` tells the rest. */
  'library.read': command<LibraryEntry>()(
    z.strictObject({ id: z.string().max(64), input: z.unknown() }),
  ),
  /** Puts one field of a cached read, secret or not, on the clipboard, as `connections.copy` does. */
  'library.copy': command<{ clearsAt: number | null }>()(ReadField),
  /** One secret field of a cached read, to show until `until` (Unix ms). */
  'library.reveal': command<{ text: string; until: number }>()(ReadField),

  /** Keys and distances: the `tools.` commands. */
  ...toolCommands,

  /** Whatever costs money or is shown once: the `purchases.` commands. */
  ...purchaseCommands,
} as const;

export type Bridge = typeof bridge;
export type CommandName = keyof Bridge;
export type CommandInput<Name extends CommandName> = z.input<Bridge[Name]['input']>;
export type CommandAnswer<Name extends CommandName> = NonNullable<Bridge[Name]['answer']>;

/** What main tells the window, by event. */
export interface Events {
  'session.changed': SessionState;
  'sync.changed': SyncState;
  /** Something in the list changed; `keys` names what, `null` when it is most of it. */
  'connections.changed': { readonly revision: number; readonly keys: readonly string[] | null };
  /** Only servers whose values changed. */
  'stats.changed': readonly ServerStats[];
  'inbox.changed': InboxState;
  'settings.changed': SettingsState;
  'library.changed': LibraryEntry;
  'purchases.changed': PurchaseJournal;
  /** Asks the window to show a page, as when the tray's "Settings" was chosen. */
  'app.navigate': { readonly path: string };
  /** Something was copied outside the window (the tray). */
  'app.copied': {
    readonly title: string;
    readonly form: ExportForm;
    readonly clearsAt: number | null;
  };
}
export type EventName = keyof Events;

export const eventNames: readonly EventName[] = [
  'session.changed',
  'sync.changed',
  'connections.changed',
  'stats.changed',
  'inbox.changed',
  'settings.changed',
  'library.changed',
  'purchases.changed',
  'app.navigate',
  'app.copied',
];

/** IPC channels: one for calls, one for events. */
export const callChannel = 'culvert:call';
export const eventChannel = 'culvert:event';

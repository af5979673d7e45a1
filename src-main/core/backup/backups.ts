import { fail, ok, type Result } from '#contract/failure.ts';
import type { BackupAccount, BackupKind, BackupSummary, Restored } from '#contract/ipc/backup.ts';
import { defaultSettings } from '#contract/constants.ts';
import type { SettingsStore } from '#core/desktop/settings.ts';
import { createQueue } from '#core/kernel/queue.ts';
import type { Clock, VaultError } from '#core/kernel/ports.ts';
import { refusalOf } from '#core/kernel/vault/refusals.ts';
import type { RecordedAccount, Session } from '#core/session/session.ts';
import {
  carriedData,
  changeCounts,
  comparedCopies,
  countsOf,
  dataChanges,
  emptyData,
  mergedData,
  readData,
  undoneData,
  type AccountData,
} from './account-data.ts';
import {
  CarriedSettings,
  openBackup,
  sealBackup,
  type Backup,
  type BackupAccountData,
} from './backup-file.ts';

type Named = Readonly<Record<string, unknown>>;
const defaults: Named = defaultSettings;

/** What goes into a backup besides what always does. */
export interface BackupChoice {
  readonly keys: boolean;
  readonly secrets: boolean;
}

interface BackupsOptions {
  readonly session: Session;
  readonly settings: SettingsStore;
  readonly clock: Pick<Clock, 'now'>;
  /** The work of a guess of the passphrase, as the age format counts it. */
  readonly work?: number | undefined;
}

/** What the last restoration did, by the ids of the accounts, and to the settings. */
interface Restoration {
  readonly accounts: ReadonlyMap<string, { before: AccountData; after: AccountData }>;
  readonly settings: CarriedSettings;
}

/** Backups of all accounts of this computer in one file of the age format, and their restoration. */
export class Backups {
  readonly #options: BackupsOptions;
  #chosen: Uint8Array | undefined;
  #opened: Backup | undefined;
  #restoration: Restoration | undefined;
  /** One file is sealed or opened at a time, because each takes memory. */
  readonly #inTurn = createQueue();

  constructor(options: BackupsOptions) {
    this.#options = options;
  }

  /** Everything that a backup has now; `undefined` where no account can be read. */
  async collect({ keys, secrets }: BackupChoice): Promise<Backup | undefined> {
    const { session, settings, clock } = this.#options;
    const accounts: BackupAccountData[] = [];
    await session.eachAccount(({ service, profile, name, apiKey, records }) => {
      const data = carriedData(readData(records.vault), secrets);
      accounts.push({ service, profile, name, data, ...(keys && { apiKey }) });
    });
    if (accounts.length === 0) return undefined;
    return {
      culvert: 'backup',
      layout: 1,
      createdAt: clock.now(),
      settings: CarriedSettings.parse(settings.get()),
      accounts,
    };
  }

  async make(passphrase: string, choice: BackupChoice): Promise<Result<Uint8Array>> {
    const backup = await this.collect(choice);
    if (backup === undefined) return fail('unsent', { reason: 'signed-out' });
    return ok(await this.#inTurn(() => sealBackup(backup, passphrase, this.#options.work)));
  }

  choose(bytes: Uint8Array): void {
    this.close();
    this.#chosen = bytes;
  }

  /** Opens the chosen file, and says what restoring it would change. Changes nothing. */
  async read(passphrase: string): Promise<Result<BackupSummary>> {
    const chosen = this.#chosen;
    if (chosen === undefined) return fail('not-found');
    const opened = await this.#inTurn(() => openBackup(chosen, passphrase));
    if (!opened.ok) return opened;
    // Closed meanwhile, as by a lock.
    if (this.#chosen !== chosen) return fail('not-found');
    this.#opened = opened.value;
    return ok(await this.#summary(opened.value));
  }

  /** The accounts to sign in to before the opened file is restored: only it has their keys. */
  async keysToUse(): Promise<readonly { readonly service: string; readonly apiKey: string }[]> {
    if (this.#opened === undefined) return [];
    const here = await this.#places(this.#opened);
    return this.#opened.accounts.flatMap((account, at) =>
      account.apiKey !== undefined && here[at] === undefined
        ? [{ service: account.service, apiKey: account.apiKey }]
        : [],
    );
  }

  /** Restores the opened file. Each account changes as a whole or not at all. */
  async restore(): Promise<Result<Restored>> {
    const backup = this.#opened;
    if (backup === undefined) return fail('not-found');
    const accounts: [string, { before: AccountData; after: AccountData }][] = [];
    const done = new Set<BackupAccountData>();
    let refused: VaultError['reason'] | undefined;
    await this.#options.session.eachAccount((own) => {
      for (const account of backup.accounts.filter((each) => isSameAccount(each, own))) {
        const before = readData(own.records.vault);
        const after = comparedCopies(own.records.vault, mergedData(before, account.data));
        const reason = write(own, before, after);
        refused ??= reason;
        if (reason !== undefined) continue;
        done.add(account);
        accounts.push([own.id, { before, after }]);
      }
    });
    if (done.size === 0 && refused !== undefined) return fail('vault', { reason: refused });
    const settings = this.#settingsToRestore(backup);
    if (Object.keys(settings).length > 0) this.#options.settings.set(settings);
    this.#restoration = { accounts: new Map(accounts), settings };
    this.close();
    const changed = accounts.reduce(
      (sum, [, { before, after }]) => sum + total(changeCounts(before, after)),
      0,
    );
    const skipped = backup.accounts.length - done.size;
    return ok({ changed, settings: Object.keys(settings).length, skipped });
  }

  /** Takes the last restoration back, except for what was changed since. */
  async undo(): Promise<Result<true>> {
    const { session, settings } = this.#options;
    const last = this.#restoration;
    this.forget();
    if (last === undefined) return fail('not-found');
    await session.eachAccount((own) => {
      const restored = last.accounts.get(own.id);
      if (restored === undefined) return;
      const now = readData(own.records.vault);
      write(own, now, undoneData(now, restored));
    });
    const state: Named = { ...settings.get() };
    const changed = Object.entries(last.settings).filter(
      ([name, value]) => JSON.stringify(state[name]) === JSON.stringify(value),
    );
    const earlier = changed.map(([name]) => [name, defaults[name]]);
    settings.set(CarriedSettings.parse(Object.fromEntries(earlier)));
    return ok(true);
  }

  close(): void {
    this.#chosen = undefined;
    this.#opened = undefined;
  }

  forget(): void {
    this.#restoration = undefined;
  }

  async #summary(backup: Backup): Promise<BackupSummary> {
    const here = await this.#places(backup);
    const accounts = backup.accounts.map(({ service, name, apiKey, data }, at): BackupAccount => {
      const own = here[at];
      const before = own?.data ?? emptyData;
      const place =
        own === undefined
          ? apiKey === undefined
            ? 'absent'
            : 'key'
          : own.service === service
            ? 'here'
            : 'moved';
      return {
        service,
        name,
        place,
        has: countsOf(data),
        changes: changeCounts(before, mergedData(before, data)),
      };
    });
    const settings = Object.keys(this.#settingsToRestore(backup)).length;
    return { createdAt: backup.createdAt, accounts, settings };
  }

  /** What there is here of each account of a backup; `undefined` where it is not on this computer. */
  async #places(backup: Backup) {
    const places: ({ readonly service: string; readonly data: AccountData } | undefined)[] =
      backup.accounts.map(() => undefined);
    await this.#options.session.eachAccount((own) => {
      for (const [at, account] of backup.accounts.entries()) {
        if (!isSameAccount(account, own)) continue;
        places[at] = { service: own.service, data: readData(own.records.vault) };
      }
    });
    return places;
  }

  /** What is still at its default here: what the user chose here counts. */
  #settingsToRestore({ settings }: Backup): CarriedSettings {
    const own: Named = { ...this.#options.settings.get() };
    const restored = Object.entries(settings).filter(
      ([name, value]) =>
        own[name] === defaults[name] && JSON.stringify(value) !== JSON.stringify(own[name]),
    );
    return CarriedSettings.parse(Object.fromEntries(restored));
  }
}

/** The same user at the same service, or at another address of it: then the e-mail is the same, too. */
function isSameAccount(account: BackupAccountData, own: RecordedAccount): boolean {
  if (account.profile !== own.profile) return false;
  return account.service === own.service || (account.name !== '' && account.name === own.name);
}

/** Writes what changes in one transaction; answers why it could not. */
function write(
  { records, open }: RecordedAccount,
  before: AccountData,
  after: AccountData,
): VaultError['reason'] | undefined {
  // What is wrong with the records of an account is found out where it is open.
  if (open === undefined && records.finding !== undefined) return 'damaged';
  const { vault } = records;
  const reason = refusalOf(() => vault.writeDurably(dataChanges(vault, before, after)));
  if (reason === undefined) open?.reload();
  return reason;
}

function total(counts: Readonly<Record<BackupKind, number>>): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0);
}

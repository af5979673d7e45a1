import type { Session } from 'electron';
import { AppImageUpdater, MacUpdater, NsisUpdater, type AppUpdater } from 'electron-updater';
import type { App } from '#core/app/app.ts';
import type { Clock, Log, SecretStore, Shell } from '#core/kernel/ports.ts';
import { texts } from '#electron/texts.ts';
import { describeError } from '#electron/uncaught-errors.ts';
import type { LastUpdateCheck } from '#core/desktop/last-update-check.ts';
import { routeUpdates } from './update-route.ts';
import { isLower, isMeantFor, isSigned, type Announcement } from './update-signature.ts';

/** After the start, when the user has what they came for. */
const firstCheck = 60_000;
const nextCheck = 6 * 3_600_000;
/** The entry of the keychain with the highest version that was announced. */
const highestEntry = 'newest version';

export interface UpdatesParts {
  readonly core: Pick<App, 'tray' | 'networkState'>;
  readonly session: Pick<Session, 'setProxy'>;
  readonly shell: Pick<Shell, 'notify'>;
  readonly clock: Clock;
  /** Stores the highest announced version, so that a lower one can be refused later. */
  readonly secrets: Pick<SecretStore, 'get' | 'set'>;
  readonly product: string;
  readonly platform: NodeJS.Platform;
  readonly log: Log;
  readonly lastCheck: Pick<LastUpdateCheck, 'succeeded'>;
  /** The public key of who announces updates (`isSigned`). */
  readonly key: string;
  readonly updater: AppUpdater;
}

/** The updater of this system, reading its feed from the `app-update.yml` beside the program. */
export function createUpdater(platform: NodeJS.Platform): AppUpdater {
  if (platform === 'darwin') return new MacUpdater();
  return platform === 'win32' ? new NsisUpdater() : new AppImageUpdater();
}

/**
 * Looks for a newer version now and then, fetches what is rightly signed, says so, and leaves it to
 * be installed when the user quits. Only in a build that was given a feed (docs/packaging.md).
 * Never interrupts: what fails is logged by its kind and tried again at the next check; the settings
 * show when a check last succeeded.
 */
export function keepUpdated(parts: UpdatesParts): void {
  const { core, shell, clock, log, updater } = parts;
  configure(updater);

  /** Answers the version that now waits for the program to quit, if there is one. */
  async function fetchNewer(): Promise<string | undefined> {
    if (!(await routeUpdates(parts.session, await core.networkState()))) {
      log.write('info', 'update.skipped', { reason: 'network' });
      return undefined;
    }
    const found = await updater.checkForUpdates();
    if (found === null) return undefined;
    if (!found.isUpdateAvailable) {
      parts.lastCheck.succeeded(clock.now());
      return undefined;
    }
    const { updateInfo } = found;
    const refusal = await refusalOf(parts, { ...updateInfo }, updateInfo.version);
    if (refusal !== undefined) {
      log.write('error', 'update.refused', { reason: refusal });
      return undefined;
    }
    await updater.downloadUpdate();
    parts.lastCheck.succeeded(clock.now());
    return updateInfo.version;
  }

  function check(): void {
    fetchNewer().then(
      (version) => {
        if (version === undefined) {
          clock.after(nextCheck, check);
          return;
        }
        log.write('info', 'update.ready', { version });
        const say = texts[core.tray().settings.resolvedLanguage];
        shell.notify(say('update.ready', { version }), say('update.readyWhen'));
      },
      (error: unknown) => {
        // Its message holds addresses.
        const { code, name } = describeError(error);
        log.write('warn', 'update.failed', { reason: code || name });
        clock.after(nextCheck, check);
      },
    );
  }
  clock.after(firstCheck, check);
}

/** Disables what the updater would fetch, install or send without a check by Culvert. */
function configure(updater: AppUpdater): void {
  updater.autoDownload = false;
  updater.autoInstallOnAppQuit = true;
  updater.allowDowngrade = false;
  updater.disableWebInstaller = true;
  // A patch is put together from parts that the announcement does not sign.
  updater.disableDifferentialDownload = true;
  // Its own lines hold addresses and paths.
  updater.logger = null;
  // It would send a stable identifier with every check, which identifies the user.
  updater.requestHeaders = { 'x-user-staging-id': 'none' };
  // An emitter throws an error without listeners; the promise below reports it too.
  updater.on('error', () => undefined);
}

/** Why an announcement is not followed. Rejects with a `SecretStoreError`. */
async function refusalOf(
  parts: UpdatesParts,
  announcement: Announcement,
  version: string,
): Promise<'signature' | 'purpose' | 'older' | undefined> {
  if (!isSigned(announcement, parts.key)) return 'signature';
  if (!isMeantFor(announcement, parts, parts.clock.now())) return 'purpose';
  const highest = await parts.secrets.get(highestEntry);
  // A damaged entry says nothing, and would be higher than any version for ever.
  const isKnown = /^\d+\.\d+\.\d+/.test(highest ?? '');
  if (highest !== undefined && isKnown && isLower(version, highest)) return 'older';
  if (version !== highest) await parts.secrets.set(highestEntry, version);
  return undefined;
}

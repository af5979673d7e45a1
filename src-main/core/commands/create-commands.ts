import type { AppInfo, CommandAnswer } from '#contract/ipc.ts';
import type { ExportForm } from '#contract/ipc/connections.ts';
import type { Result } from '#contract/failure.ts';
import type { Session } from '../accounts/session.ts';
import type { AllowedServices } from '../consent/allowed-services.ts';
import type { Consent } from '../consent/consent.ts';
import type { Diagnostics } from '../diagnostics/diagnostics.ts';
import type { Network } from '../network/network.ts';
import type { Distance, QuickWindow } from '../ports.ts';
import type { SettingsStore } from '../settings.ts';
import { withAccountOf, type Commands } from './command-table.ts';
import { createCheckCommands } from './check-commands.ts';
import { createConnectionCommands } from './connection-commands.ts';
import { createNetworkCommands } from './network-commands.ts';
import { createPurchaseCommands } from './purchase-commands.ts';
import { createQuickCommands } from './quick-commands.ts';
import { createReadCommands } from './read-commands.ts';
import { createSessionCommands } from './session-commands.ts';
import { createSettingsCommands } from './settings-commands.ts';
import { createSyncCommands } from './sync-commands.ts';
import { createToolCommands } from './tool-commands.ts';

/** The handlers of all IPC commands; those about an account are answered by the open one. */
export function createCommands(options: {
  readonly info: AppInfo;
  readonly session: Session;
  readonly settings: SettingsStore;
  readonly network: Network;
  readonly consent: Consent;
  readonly services: AllowedServices;
  readonly diagnostics: Diagnostics;
  readonly setPaused: (paused: boolean) => void;
  readonly distance: Distance;
  readonly quickWindow: QuickWindow;
  /** Copies for a window other than the main one; the main window is notified. */
  readonly copyElsewhere: (
    key: string,
    form: ExportForm,
  ) => Promise<Result<CommandAnswer<'quick.copy'>>>;
  /** Unix milliseconds. */
  readonly now: () => number;
  /** Called when the tray's recent connections may have changed. */
  readonly onCopy: () => void;
  /** Called when the window has received rows. */
  readonly onQuery: () => void;
}): Commands {
  const withAccount = withAccountOf(options.session);
  return {
    ...createSessionCommands({ ...options, withAccount }),
    ...createSyncCommands({ ...options, withAccount }),
    ...createConnectionCommands({ ...options, withAccount }),
    ...createCheckCommands({ ...options, withAccount }),
    ...createQuickCommands({ ...options, withAccount }),
    ...createReadCommands({ ...options, withAccount }),
    ...createPurchaseCommands(withAccount, options.consent),
    ...createToolCommands(withAccount, options.distance),
    ...createSettingsCommands(options.settings, options.diagnostics, options.consent),
    ...createNetworkCommands(options),
  };
}

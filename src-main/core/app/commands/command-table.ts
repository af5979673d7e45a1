import { sessionCommands } from './session-commands.ts';
import { accountCommands } from './account-commands.ts';
import { backupCommands } from './backup-commands.ts';
import { cacheCommands } from './cache-commands.ts';
import { checkCommands } from './check-commands.ts';
import type { Commands } from './command.ts';
import { networkCommands } from './network-commands.ts';
import { purchaseCommands } from './purchase-commands.ts';
import { quickCommands } from '#core/app/quick-copy.ts';
import { secretCommands } from './secret-commands.ts';
import { settingsCommands } from './settings-commands.ts';
import { subscriptionCommands } from './subscription-commands.ts';

export const commands: Commands = {
  ...sessionCommands,
  ...accountCommands,
  ...checkCommands,
  ...quickCommands,
  ...cacheCommands,
  ...subscriptionCommands,
  ...secretCommands,
  ...purchaseCommands,
  ...backupCommands,
  ...settingsCommands,
  ...networkCommands,
};

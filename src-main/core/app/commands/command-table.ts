import { sessionCommands } from './session-commands.ts';
import { backupCommands } from './backup-commands.ts';
import { batchCommands } from './batch-commands.ts';
import { cacheCommands } from './cache-commands.ts';
import { syncCommands } from './sync-commands.ts';
import { checkCommands } from './check-commands.ts';
import type { Commands } from './command.ts';
import { connectionCommands } from './connection-commands.ts';
import { toolCommands } from './tool-commands.ts';
import { networkCommands } from './network-commands.ts';
import { purchaseCommands } from './purchase-commands.ts';
import { quickCommands } from '#core/app/quick-copy.ts';
import { secretCommands } from './secret-commands.ts';
import { settingsCommands } from './settings-commands.ts';
import { statsCommands } from './stats-commands.ts';
import { subscriptionCommands } from './subscription-commands.ts';

export const commands: Commands = {
  ...sessionCommands,
  ...syncCommands,
  ...connectionCommands,
  ...statsCommands,
  ...checkCommands,
  ...quickCommands,
  ...cacheCommands,
  ...subscriptionCommands,
  ...secretCommands,
  ...purchaseCommands,
  ...batchCommands,
  ...backupCommands,
  ...toolCommands,
  ...settingsCommands,
  ...networkCommands,
};

import { sessionCommands } from './accounts/session-commands.ts';
import { batchCommands } from './batches/batch-commands.ts';
import { cacheCommands } from './cache/cache-commands.ts';
import { syncCommands } from './cache/sync-commands.ts';
import { checkCommands } from './checks/check-commands.ts';
import type { Commands } from './command.ts';
import { connectionCommands } from './connections/connection-commands.ts';
import { toolCommands } from './keys/tool-commands.ts';
import { draftCommands } from './draft-commands.ts';
import { networkCommands } from './network/network-commands.ts';
import { purchaseCommands } from './purchases/purchase-commands.ts';
import { quickCommands } from './quick-copy.ts';
import { settingsCommands } from './settings-commands.ts';
import { statsCommands } from './stats/stats-commands.ts';
import { subscriptionCommands } from './subscriptions/subscription-commands.ts';

/** The handlers of all IPC commands. */
export const commands: Commands = {
  ...sessionCommands,
  ...syncCommands,
  ...connectionCommands,
  ...statsCommands,
  ...checkCommands,
  ...quickCommands,
  ...cacheCommands,
  ...subscriptionCommands,
  ...purchaseCommands,
  ...batchCommands,
  ...toolCommands,
  ...draftCommands,
  ...settingsCommands,
  ...networkCommands,
};

import { accountScenes } from './account.ts';
import { backupScenes } from './backup.ts';
import { batchScenes } from './batches.ts';
import { checkScenes } from './checks.ts';
import { connectionScenes } from './connections.ts';
import { editorScenes } from './editors.ts';
import { moneyScenes } from './money/money.ts';
import { upcomingScenes } from './money/upcoming.ts';
import { ownedScenes } from './owned.ts';
import { purchaseScenes } from './shop/purchases.ts';
import { quickScenes } from './quick.ts';
import { networkScenes } from './network.ts';
import type { Scene } from './scene.ts';
import { sessionScenes } from './session.ts';
import { settingsScenes } from './settings.ts';
import { shopScenes } from './shop/shop.ts';
import { toolScenes } from './tools.ts';
import { whyScenes } from './why.ts';

/** Every screen of the window in every state it can be in. */
export const scenes: readonly Scene[] = [
  ...connectionScenes,
  ...batchScenes,
  ...checkScenes,
  ...whyScenes,
  ...sessionScenes,
  ...shopScenes,
  ...purchaseScenes,
  ...ownedScenes,
  ...editorScenes,
  ...accountScenes,
  ...networkScenes,
  ...moneyScenes,
  ...upcomingScenes,
  ...toolScenes,
  ...settingsScenes,
  ...backupScenes,
  ...quickScenes,
];

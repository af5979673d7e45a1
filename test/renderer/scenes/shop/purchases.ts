import {
  buy,
  keepSecrets,
  leaveInDoubt,
  reachEveryState,
} from '#test/renderer/scenes/purchases-made.ts';
import type { Scene } from '#test/renderer/scenes/scene.ts';
import { click } from '#test/renderer/scenes/steps.ts';
import type { Machine } from '#test/core/harness.ts';
import type { MainProcess } from '#test/renderer/window/main-process.ts';

/** A disk that damages the records of every entry but the first. */
function damageEntries({ vault }: Machine): void {
  const write = vault.write.bind(vault);
  let intact: ReadonlySet<string> | undefined;
  vault.write = (changes) => {
    const own = changes.filter(({ purpose }) => purpose === 'purchases');
    if (own.length > 0) intact ??= new Set(own.map(({ name }) => name));
    write(
      changes.map((change) =>
        change.sealed === null || !own.includes(change) || intact?.has(change.name) === true
          ? change
          : { ...change, sealed: new Uint8Array(change.sealed.length) },
      ),
    );
  };
}

/** The program was started again after three purchases. */
async function buyAndRestart(main: MainProcess): Promise<void> {
  await buy(main, 'xray.createKeys');
  await buy(main, 'apiKeys.create', { name: 'Laptop' });
  await buy(main, 'apiKeys.create', { name: 'Router' });
  await main.restart();
}

const path = '/money/history?show=purchases';

/** The journal of purchases in its states. */
export const purchaseScenes: readonly Scene[] = [
  { name: 'purchases', path, setup: { before: reachEveryState } },
  {
    name: 'purchases-again',
    path,
    setup: { before: leaveInDoubt },
    act: click('[data-entry=not-seen] button'),
  },
  {
    name: 'purchases-secrets',
    path,
    setup: { machine: (machine) => (machine.secrets.state = 'absent'), before: keepSecrets },
  },
  {
    name: 'purchases-unreadable',
    path,
    setup: { machine: damageEntries, before: buyAndRestart },
    act: click('[data-entry=unreadable] >> nth=1 >> button >> nth=-1'),
  },
  { name: 'purchases-empty', path },
  {
    name: 'purchases-loading',
    path,
    setup: { commands: { 'purchases.list': 'never' } },
  },
  {
    name: 'purchases-failed',
    path,
    setup: { commands: { 'purchases.list': { kind: 'vault', reason: 'damaged' } } },
  },
  { name: 'purchases-notice', setup: { before: reachEveryState } },
];

import type { CheckProgress } from '#contract/ipc/checks.ts';
import { ProbeFault } from '#core/kernel/ports.ts';
import type { MainProcess } from '#test/renderer/window/main-process.ts';
import { connectionPage, offline, type Scene } from './scene.ts';
import { click, scrollTo, see, steps } from './steps.ts';

/** Two configurations are being checked, whose servers never answer. */
async function checkWithoutAnswer(main: MainProcess): Promise<void> {
  main.sockets.connect = () => new Promise(() => undefined);
  const keys = ['Phone', 'Desktop'].map((title) => main.keyOf(title));
  await main.ask('checks.start', { keys, interrupting: false });
}

/** These configurations were checked. */
export async function checkUntilOver(main: MainProcess, titles: readonly string[]): Promise<void> {
  const over = new Promise<void>((resolve) => {
    main.listen((event, progress) => {
      if (event === 'checks.changed' && !(progress as CheckProgress).running) resolve();
    });
  });
  const keys = titles.map((title) => main.keyOf(title));
  await main.ask('checks.start', { keys, interrupting: false });
  await over;
}

/** The network cuts off every connection. */
export function cutEverything(main: MainProcess): void {
  main.sockets.connect = () => Promise.reject(new ProbeFault('reset'));
}

/** Opens what else helps. */
const openNext = steps(
  (page) => page.locator('summary', { hasText: /Not working|Не работает/ }).click(),
  scrollTo('[data-next-working]'),
);

/** Checks the connection whose page is open; it fails, and how to change it is looked for. */
const planRepair = steps(
  click('[data-check-one]'),
  click('[data-repair-plan]'),
  scrollTo('[data-repair-start]'),
);

/** Checks of connections from here. */
export const checkScenes: readonly Scene[] = [
  {
    name: 'checks-running',
    setup: { before: checkWithoutAnswer },
    act: see('[data-checks]'),
  },
  {
    name: 'checks-networks',
    path: '/settings',
    setup: { before: (main) => checkUntilOver(main, ['Guest', 'Phone']) },
    act: steps((page) => page.locator('summary').last().click(), scrollTo('[data-networks] li')),
  },
  {
    name: 'checks-first',
    setup: { settings: { checksExplained: false } },
    act: steps(click('[data-check-shown]'), see('[data-checks] form')),
  },
  {
    name: 'checks-done',
    act: steps(
      click('[data-check-shown]'),
      see('[role=row] [data-check]'),
      click('[role=row]:has-text("Phone")'),
      see('article'),
    ),
  },
  { name: 'repair-planned', path: connectionPage('Phone'), act: planRepair },
  {
    name: 'repair-failed',
    path: connectionPage('Phone'),
    act: steps(planRepair, async (page, main) => {
      cutEverything(main);
      await page.locator('[data-repair-start]').click();
      const over = page.locator('[data-repair] [data-batch-item]').last();
      while (!/cut|Обрыв/.test((await over.textContent()) ?? '')) await main.advance(1000);
    }),
  },
  {
    name: 'next-offered',
    path: connectionPage('Phone'),
    act: steps(click('[data-check-one]'), openNext),
  },
  {
    name: 'next-offline',
    path: connectionPage('Phone'),
    setup: {
      ...offline.setup,
      ago: 37 * 60_000,
      before: (main) => checkUntilOver(main, ['Desktop', 'Travel', 'Guest']),
    },
    act: steps(offline.act, openNext),
  },
  {
    name: 'checks-elsewhere',
    path: connectionPage('Guest'),
    setup: {
      before: async (main) => {
        await checkUntilOver(main, ['Desktop', 'Travel', 'Guest', 'Phone']);
        main.machine.systemNetwork.name = 'in a café';
        main.show();
      },
    },
    act: scrollTo('[data-check-one]'),
  },
];

import type { QuickShortcut } from '#contract/ipc/quick.ts';
import type { Setup } from '#test/renderer/window/main-process.ts';
import { lengthenLinks, ownNothing } from '#test/renderer/window/account.ts';
import { checkUntilOver } from './checks.ts';
import { offline, type Scene } from './scene.ts';
import { fill, key, press, see, steps } from './steps.ts';

const field = '[role=combobox]';

/** In the quick copy window, what becomes of asking for the first connection as a QR code. */
const showQr = steps(
  see('[role=option]'),
  key('Tab'),
  (page) => page.getByRole('option').last().click(),
  see('[data-code]'),
);

const shortcutIs = (state: QuickShortcut['state']): Setup => ({
  machine: ({ quickWindow }) => {
    quickWindow.shortcut = () => ({
      state,
      keys: 'Control+Shift+Space',
      usual: 'Control+Shift+Space',
      command: 'culvert --quick',
    });
  },
});

/** The quick copy window in its states, its settings, and the menu and QR code of a row. */
export const quickScenes: readonly Scene[] = [
  {
    name: 'connections-row-menu',
    act: steps(
      (page) => page.getByRole('row').nth(2).click({ button: 'right' }),
      see('[role=menu]'),
    ),
  },
  { name: 'quick-qr-dense', quick: true, setup: { service: lengthenLinks }, act: showQr },
  { name: 'quick', quick: true },
  {
    name: 'quick-fails',
    quick: true,
    setup: {
      before: (main) => checkUntilOver(main, ['Phone', 'Desktop', 'Travel', 'Guest']),
    },
    act: steps(fill(field, 'Phone'), key('Enter'), see('[role=status]')),
  },
  { name: 'quick-search', quick: true, act: fill(field, 'germ') },
  {
    name: 'quick-forms',
    quick: true,
    act: steps(see('[role=option]'), key('Tab'), key('ArrowDown')),
  },
  { name: 'quick-qr', quick: true, act: showQr },
  { name: 'quick-nothing', quick: true, act: fill(field, 'zzzz') },
  { name: 'quick-offline', quick: true, ...offline },
  { name: 'quick-empty', quick: true, setup: { service: ownNothing } },
  { name: 'quick-signed-out', quick: true, setup: { signedOut: true } },
  { name: 'quick-opening', quick: true, setup: { commands: { 'quick.find': 'never' } } },
  {
    name: 'settings-quick-choosing',
    path: '/settings',
    setup: shortcutIs('portal'),
    act: press(/^(Change|Изменить)/),
  },
];

import type { Setup } from '#test/renderer/window/main-process.ts';
import { connectionPage, unfold, type Scene } from './scene.ts';
import { click, fill, key, scrollTo, see, steps, type Act } from './steps.ts';

/** What can be changed of a connection, in every state of its forms. */

/** Opens one line of what can be changed of a connection, by the end of its button's id. */
function open(part: string, ...then: readonly Act[]): Act {
  const line = `article button[id$="-${part}"]`;
  return steps(
    (page) => unfold(page, '[data-change]'),
    click(line),
    see(`article [id$="-${part}-panel"] > *`),
    ...then,
    scrollTo(`article [id$="-${part}-panel"]`),
    (page) =>
      page.locator(line).evaluate((button) => {
        button.scrollIntoView({ block: 'start' });
      }),
  );
}

const scene = (name: string, title: string, act: Act, setup: Setup = {}): Scene => ({
  name,
  path: connectionPage(title),
  setup,
  act,
});

const lastFlag = steps(
  click('[data-flags] > summary'),
  click('fieldset input[type=checkbox] >> nth=8'),
);
const submit = 'article form button[type=submit]';

export const editorScenes: readonly Scene[] = [
  scene(
    'change',
    'Phone',
    steps((page) => unfold(page, '[data-change]'), scrollTo('[data-changes]')),
  ),
  scene('change-settings', 'Phone', open('settings', lastFlag)),
  scene(
    'change-flags-broken',
    'Phone',
    open('settings', click('[role=radiogroup] label >> nth=1')),
  ),
  scene(
    'change-settings-refused',
    'Phone',
    open('settings', lastFlag, click(submit), see('article form [role=alert]'), scrollTo(submit)),
    { faults: ['configs.changeSettings:400'] },
  ),
  scene('change-settings-loading', 'Phone', open('settings'), {
    unanswered: ['configs.availableServers'],
  }),
  scene(
    'change-xray-unsaved',
    'Phone',
    open('xray', fill('textarea', '{}'), key('Escape'), see('[role=dialog]')),
  ),
  scene('change-xray', 'Phone', open('xray')),
  scene(
    'change-xray-fault',
    'Phone',
    open(
      'xray',
      fill('textarea', '{\n  "log": {},\n  "dns": [1, 2,]\n}'),
      click('fieldset input >> nth=1'),
    ),
  ),
  scene('change-xray-unread', 'Phone', open('xray'), {
    commands: { 'connections.xray': { kind: 'vault', reason: 'damaged' } },
  }),
  scene(
    'change-awg',
    'Ноутбук, дом',
    open(
      'awg',
      fill('input[aria-describedby$=bounds] >> nth=1', '200'),
      fill('input[aria-describedby$=bounds] >> nth=2', '1200'),
      fill('input[aria-describedby$=bounds] >> nth=8', '2947112087'),
    ),
  ),
  scene(
    'change-subconfig-new',
    'Ноутбук, дом',
    open('subconfig', click('[role=radiogroup] label >> nth=2')),
  ),
  scene(
    'change-bridge',
    'Ноутбук, дом',
    open('bridge', click('article [role=radiogroup] label >> nth=1')),
  ),
];
